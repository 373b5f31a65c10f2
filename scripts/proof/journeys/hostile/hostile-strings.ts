// Text that attacks a page: markup, scripts, attributes, addresses, styles, letters that cannot be seen, and far too many of them.
import { createRequire } from 'node:module';

const call = 'alert(1)';

const markup = [
  `<script>${call}</script>`,
  `</title><script>${call}</script>`,
  `</textarea><script>${call}</script>`,
  `</style><script>${call}</script>`,
  `<ScRiPt>${call}</sCrIpT>`,
  `<script src=//evil.test/x.js></script>`,
  `<img src=x onerror=${call}>`,
  `<img/src=x/onerror=${call}//`,
  `<svg onload=${call}>`,
  `<svg><script>${call}</script></svg>`,
  `<svg><animate onbegin=${call} attributeName=x dur=1s>`,
  `<body onload=${call}>`,
  `<iframe src="javascript:${call}"></iframe>`,
  `<iframe srcdoc="&lt;script&gt;${call}&lt;/script&gt;"></iframe>`,
  `<object data="data:text/html,<script>${call}</script>"></object>`,
  `<embed src="data:text/html,<script>${call}</script>">`,
  `<a href="javascript:${call}">here</a>`,
  `<form action="https://evil.test/"><button>Approve</button></form>`,
  `<input autofocus onfocus=${call}>`,
  `<details open ontoggle=${call}>`,
  `<video><source onerror=${call}></video>`,
  `<marquee onstart=${call}>`,
  `<math><mtext></p><style><img src=x onerror=${call}></style>`,
  `<template><script>${call}</script></template>`,
  `<base href="https://evil.test/">`,
  `<meta http-equiv="refresh" content="0;url=https://evil.test/">`,
  `<link rel="stylesheet" href="https://evil.test/x.css">`,
  `<style>*{display:none}</style>`,
  `<!--<img src="--><img src=x onerror=${call}>`,
  `<![CDATA[<script>${call}</script>]]>`,
  `<?xml version="1.0"?><x/>`,
  `<noscript><p title="</noscript><img src=x onerror=${call}>">`,
  `</p></div></main></body></html>`,
  `<plaintext>`,
  `<table><td><tr><caption>`,
  `<select><option>`,
];

const attributes = [
  `" onmouseover="${call}`,
  `' onmouseover='${call}`,
  '` onmouseover=`' + call,
  `" autofocus onfocus="${call}" x="`,
  `"><img src=x onerror=${call}>`,
  `'><img src=x onerror=${call}>`,
  `" style="position:fixed;inset:0" x="`,
  `x" href="https://evil.test/`,
  `/><script>${call}</script>`,
  `&quot;&gt;&lt;script&gt;${call}&lt;/script&gt;`,
  `&#34;&#62;&#60;img src=x onerror=${call}&#62;`,
  `&lt;b&gt; &amp;amp; &nbsp; &notanentity; &#x3c;`,
  `\\"onload=${call}//`,
  `\\u003cscript\\u003e${call}`,
  `%3Cscript%3E${call}%3C/script%3E`,
];

const addresses = [
  `javascript:${call}`,
  `JaVaScRiPt:${call}`,
  ` javascript:${call}`,
  `data:text/html,<script>${call}</script>`,
  `vbscript:msgbox(1)`,
  `//evil.test/`,
  `\\\\evil.test\\share`,
  `https://evil.test/?<>"'`,
  `https://user:secret@evil.test/`,
  `file:///etc/passwd`,
  `blob:https://evil.test/0`,
];

const code = [
  `';${call};//`,
  `";${call};//`,
  `\`;${call};//`,
  '${' + call + '}',
  `{{constructor.constructor('${call}')()}}`,
  `<%= ${call} %>`,
  `*/${call}/*`,
  `}*{background:url(//evil.test/)}`,
  `expression(${call})`,
  `@import 'https://evil.test/x.css';`,
  `' or '1'='1`,
  `'; drop table workspace; --`,
  `__proto__`,
  `constructor`,
  `toString`,
  `$&$1$\`$'`,
  `=HYPERLINK("https://evil.test","x")`,
  `\\0\\x00\\n`,
];

const letters = [
  'مساحة عمل للبحث 123',
  'סביבת מחקר <b>',
  'a\u202Egnp.exe\u202C',
  '\u2066<script>\u2069',
  '\u200B\u200Bzero\u200Bwidth\u200D\uFEFF',
  'soft\u00ADhyphen',
  'Z̴͉͝a̸͔͗l̵̰͐g̷̻̓o̶̠͂'.repeat(4),
  `e${'\u0301'.repeat(60)}`,
  '👩‍👩‍👧‍👦🏴‍☠️🇺🇳👍🏿',
  '𝓤𝓷𝓲𝓬𝓸𝓭𝓮 𝟙',
  'ﷺ﷽',
  'İıſKÅ',
  '\u2028\u2029line',
  '\uFFFD\uFFFE',
  '漢字テスト한국어ไทย',
  '⁦؜‮mixed‬⁩',
  'tab\there',
  'line\nbreak',
  '  leading and trailing  ',
  '.',
];

const long = [
  'W'.repeat(300),
  'a b '.repeat(75),
  '<'.repeat(200),
  '&'.repeat(200),
  '.'.repeat(250),
  '漢'.repeat(200),
  '👩‍👧'.repeat(40),
];

/** Written for these pages. */
export const hostile: readonly string[] = [...markup, ...attributes, ...addresses, ...code, ...letters, ...long];

/** The Big List of Naughty Strings. */
export const naughty = createRequire(import.meta.url)('big-list-of-naughty-strings') as readonly string[];

/** Characters that a page can show unchanged: the HTML parser alters a few, and the store refuses NUL. */
export function showable(text: string): boolean {
  return text.trim() !== '' && !/[\0\r]/.test(text) && !/\p{Cs}/u.test(text);
}
