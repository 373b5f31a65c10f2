"""Signs in with FastMCP as a registered client, lists the tools and asks for a brief."""

import asyncio
import os
import webbrowser

from fastmcp import Client
from fastmcp.client.auth import OAuth

webbrowser.open = lambda address, *_: print("open:", address, flush=True) is None


async def main() -> None:
    auth = OAuth(client_id=os.environ["RESEARCH_CLIENT"], callback_host="127.0.0.1", issuer=os.environ["RESEARCH_URL"])
    async with Client(os.environ["RESEARCH_MCP"], auth=auth) as chat:
        print("tools:", len(await chat.list_tools()), flush=True)
        answer = await chat.call_tool("get_brief", {"ticker": "NWTB"})
        print("brief:", answer.structured_content["security"]["name"], flush=True)


asyncio.run(main())
