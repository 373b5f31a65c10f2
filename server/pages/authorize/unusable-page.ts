/** Error page for a request whose client or return address is unknown: no answer is sent to the client. */
import type { Unusable } from '../../access/chats/authorization-request.ts';
import { type Html, html } from '../shell/html.ts';

const words: Readonly<Record<Unusable, { title: string; text: string }>> = {
  'no-client': {
    title: 'No AI chat can be connected yet',
    text: 'No chat is registered with this service. Its operator registers the one that it works with.',
  },
  'unknown-client': {
    title: 'This chat is not registered here',
    text: 'Whatever sent you here is not the chat that this service works with. Nothing was allowed, and nothing was sent back.',
  },
  'unknown-address': {
    title: 'The answer would go to an unknown place',
    text: 'The chat is registered here, but not with the address to which your answer would be sent. Somebody else may have written it. Nothing was allowed, and nothing was sent there.',
  },
};

export function unusablePage(why: Unusable): { title: string; main: Html } {
  const { title, text } = words[why];
  return {
    title,
    main: html`<div class="narrow">
      <h1>${title}</h1>
      <div class="note bad" role="alert"><p>${text}</p></div>
      <p>If you were connecting a chat, start again there. <a href="/connect">How to connect a chat</a></p>
    </div>`,
  };
}
