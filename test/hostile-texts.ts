import short from './hostile-texts.json' with { type: 'json' }

/** Texts for any field, by what they are. */
export const hostileTexts: Record<string, string> = {
  ...short,
  'half an emoji': '\uD800',
  'ten kilobytes of emoji': '🩺'.repeat(2560),
  'seventy thousand letters': 'é'.repeat(70_000),
  'a very long word': 'a'.repeat(20_000),
  'very many words': 'er '.repeat(3000),
  'combining marks': `a${'\u0301'.repeat(500)}`,
  brackets: '['.repeat(5000),
  digits: '9'.repeat(400),
  // Texts that grow when they are folded, lowered, normalized or decoded.
  'three words that fold into many': `${'\uFDFA'.repeat(60)} ${'\uFDFA'.repeat(60)} ${'\u3371\u33FF'.repeat(30)}`,
  'letters that grow in lower case': '\u0130\u0149\u023A\u1E9E\uFB03'.repeat(40),
  'fractions and squared words': '¼⑽㎉㏂㋿'.repeat(40),
}
