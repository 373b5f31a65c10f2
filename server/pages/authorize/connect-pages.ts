/** /connect: steps to connect an AI chat, and the alternative for a developer's agent. */
import type { Application, Request, Response } from 'express';
import type { PageContext } from '../shell/context.ts';
import { handle } from '../shell/handle.ts';
import { html } from '../shell/html.ts';
import { page, sendPage } from '../shell/page.ts';
import { signedIn } from '../shell/signed-in.ts';

export function mountConnect(app: Application, context: PageContext): void {
  app.get(
    '/connect',
    handle(context, (request, response) => showConnect(context, request, response)),
  );
}

/** Limits of a connected chat. */
const cannot = html`<section class="card" aria-labelledby="cannot">
        <h2 id="cannot" class="first">What a chat cannot do</h2>
        <ul>
          <li>Change anything: it reads research, the list of tickers and how many requests are left.</li>
          <li>Pay, subscribe or raise a limit. Without credit it gives you an address, and you decide there.</li>
          <li>Read what another person lets their chat read, or make a key.</li>
          <li>Get an answer of more than 64 KiB: it is told to ask for less, and nothing is charged.</li>
          <li>Know more than the research says. What is left out is unknown, and a stale price is called stale.</li>
        </ul>
      </section>`;

const description = 'How to connect an AI chat to cited investor research: add the connector, sign in, ask.';

async function showConnect(context: PageContext, request: Request, response: Response): Promise<void> {
  const viewer = await signedIn(context, request);
  const { baseUrl } = context;
  const main = html`<h1>Connect an AI chat</h1>
    <p>Your chat asks for cited research, and you decide once, in this browser, that it may. It takes about a minute.</p>
    <ol class="steps">
      <li>
        <h2 id="add">Add the connector</h2>
        <p>
          In the settings of the chat, open the connectors (some call them integrations or apps), choose to add a custom one, and
          enter this address:
        </p>
        <p class="copied"><output class="code secret" aria-label="Address of the connector" data-copy="the address of the connector">${baseUrl}/mcp</output></p>
        <p>Name it as you like. Where the chat asks for a kind of sign-in, choose OAuth. There is no key to enter.</p>
      </li>
      <li>
        <h2 id="allow">Sign in and allow it</h2>
        <p>
          The chat opens a page of <strong>${new URL(baseUrl).host}</strong>. Look at the address before you type anything. Sign in,
          choose the workspace that pays, and read what the chat may do: read research, and nothing else.
        </p>
      </li>
      <li>
        <h2 id="ask">Ask</h2>
        <p>
          For example: “What do investors say about a company I name, and where did they say it?” Every view comes with the person who
          holds it and with its citations. If a company is not covered, the chat should say so and not take another.
        </p>
      </li>
    </ol>
    <div class="columns">
      <section class="card" aria-labelledby="good-to-know">
        <h2 id="good-to-know" class="first">Good to know</h2>
        <ul>
          <li>Each chat has one grant of its own, which you can end at any time under <a href="/account/connections">Connections</a>.</li>
          <li>The chat gets no key, no password and no card. We see what it asks us, and never your conversation.</li>
          <li>
            Each answered research request is charged to the workspace that you chose; checking the status is free.
            <a href="/subscribe">Plans and refills</a>
          </li>
          <li>
            The chat you connect is the one that the operator has registered. Others cannot be connected yet, and registering
            themselves does not work.
          </li>
        </ul>
      </section>
      ${cannot}
      <section class="card" aria-labelledby="agents">
        <h2 id="agents" class="first">For a program or a terminal agent</h2>
        <p>
          An agent on your own machine or server that cannot open a browser page for itself uses the device login, and gets a key that
          only reads. Never put that key into a chat.
        </p>
        <ul>
          <li><a href="/agent-quickstart.md">Instructions for agents</a></li>
          <li><a href="/account/keys">API keys of your workspace</a></li>
          <li><a href="/docs">Documentation</a></li>
        </ul>
      </section>
    </div>`;
  const card = { baseUrl, path: '/connect' };
  sendPage(response, page({ title: 'Connect an AI chat', description, card, viewer, current: 'connect', main }));
}
