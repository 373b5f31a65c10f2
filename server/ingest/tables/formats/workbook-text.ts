// Texts of a workbook's parts, spelled so that its parser returns them as they are.

const cells = /<((?:\w+:)?)c(\s[^>]*[^>/])>([\s\S]*?)<\/\1c>/g;
const computed = /\st=(?:"str"|'str')/;
const isoDate = /(\st=)(?:"d"|'d')/;
const value = /(<(?:\w+:)?v(?:\s[^>]*)?>)([\s\S]*?)(<\/(?:\w+:)?v>)/;
const references = /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi;

/**
 * The parser decodes the text of a computed cell twice, so that "&amp;lt;" becomes "<". It cuts references above U+FFFF to
 * another character, and it reads a date of type "d" in the time zone of the machine.
 */
export function spelledForParser(name: string, part: Buffer): Buffer {
  if (!/^xl\/(worksheets\/[^/]+|sharedStrings)\.xml$/i.test(name)) return part;
  const text = part.toString('utf8');
  const plain = text.replaceAll(references, character);
  return Buffer.from(name.toLowerCase().startsWith('xl/worksheets/') ? plain.replaceAll(cells, cell) : plain);
}

/** Signs of ASCII may be those of the markup, and stay references. */
function character(reference: string, hex: string | undefined, decimal: string | undefined): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const isCharacter = code >= 0x80 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : reference;
}

function cell(whole: string, prefix: string, attributes: string, content: string): string {
  const isDate = isoDate.test(attributes);
  if (!isDate && !computed.test(attributes)) return whole;
  const once = content.replace(value, (_, open: string, text: string, close: string) => {
    return `${open}${text.replaceAll('&', '&amp;')}${close}`;
  });
  return `<${prefix}c${attributes.replace(isoDate, '$1"str"')}>${once}</${prefix}c>`;
}
