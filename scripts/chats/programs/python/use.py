"""Signs in with the official Python SDK as a registered client, lists the tools and asks for a brief."""

import asyncio
import os
import sys
from urllib.parse import parse_qs, urlsplit

import httpx2
from mcp import ClientSession
from mcp.client.auth import OAuthClientProvider
from mcp.client.auth.oauth2 import TokenStorage
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata, OAuthToken

REDIRECT = "http://127.0.0.1:9/callback"


class Memory(TokenStorage):
    """Holds the registered client and, later, its tokens."""

    tokens: OAuthToken | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull:
        return OAuthClientInformationFull(
            client_id=os.environ["RESEARCH_CLIENT"],
            redirect_uris=[REDIRECT],
            token_endpoint_auth_method="none",
            issuer=os.environ["RESEARCH_URL"],
        )

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        raise RuntimeError("the client registered itself")


async def show(address: str) -> None:
    print("open:", address, flush=True)


async def read() -> AuthorizationCodeResult:
    line = await asyncio.to_thread(sys.stdin.readline)
    query = {name: values[0] for name, values in parse_qs(urlsplit(line.strip()).query).items()}
    return AuthorizationCodeResult(code=query["code"], state=query.get("state"), iss=query.get("iss"))


async def main() -> None:
    address = os.environ["RESEARCH_MCP"]
    metadata = OAuthClientMetadata(redirect_uris=[REDIRECT], token_endpoint_auth_method="none")
    auth = OAuthClientProvider(address, metadata, Memory(), show, read)
    async with httpx2.AsyncClient(auth=auth, follow_redirects=True) as http:
        async with streamable_http_client(address, http_client=http) as streams:
            async with ClientSession(streams[0], streams[1]) as chat:
                await chat.initialize()
                print("tools:", len((await chat.list_tools()).tools), flush=True)
                answer = await chat.call_tool("get_brief", {"ticker": "NWTB"})
                print("brief:", answer.structured_content["security"]["name"], flush=True)


asyncio.run(main())
