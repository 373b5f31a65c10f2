import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Html, html, safeLink } from './html.ts';

it('escapes every value, in text and in attributes, and leaves its own markup alone', () => {
  const hostile = `"><script>alert('&')</script>`;
  const page = html`<p title="${hostile}">${hostile}${html`<b>${1}</b>`}${[html`<i></i>`, 'x<y']}${null}${false}${undefined}</p>`;
  expect(page.text).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;">&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;<b>1</b><i></i>x&lt;y</p>',
  );
});

it('lets no text open a tag, an attribute or an entity of its own', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(html`${text}`.text).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/);
    }),
  );
});

it('takes no object for markup because it looks like it', () => {
  expect(html`${new Html('<b>')}`.text).toBe('<b>');
  expect(html`${'<b>'}`.text).toBe('&lt;b&gt;');
});

it('links to pages only', () => {
  const refused = ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '//evil.test', 'vbscript:x', ' '];
  expect(refused.map(safeLink)).toEqual(refused.map(() => null));
  expect(safeLink('https://a.test/x?y=1')).toBe('https://a.test/x?y=1');
});
