// A little of Markdown: headings and paragraphs, with `code`, *emphasis* and **strong words**. It builds nodes, so that
// nothing in a text can become anything else.

import { el } from './kit.js';

/** The blocks of a text. */
export function markdown(text) {
  const blocks = text.split(/\n{2,}/).map((block) => block.trim()).filter(Boolean);
  return blocks.map((block) => {
    const heading = /^(#{1,4}) +(.*)$/.exec(block);
    if (heading) return el(`h${Math.min(heading[1].length, 4)}`, {}, inline(heading[2]));
    const lines = block.split('\n');
    if (lines.every((line) => /^[-*] /.test(line))) return el('ul', {}, lines.map((line) => el('li', {}, inline(line.slice(2)))));
    return el('p', {}, inline(lines.join(' ')));
  });
}

function inline(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/).filter(Boolean).map((part) => {
    if (/^`[^`]+`$/.test(part)) return el('code', { text: part.slice(1, -1) });
    if (/^\*\*[^*]+\*\*$/.test(part)) return el('strong', { text: part.slice(2, -2) });
    if (/^\*[^*]+\*$/.test(part)) return el('em', { text: part.slice(1, -1) });
    return part;
  });
}
