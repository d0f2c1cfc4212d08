export const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
export const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const scales: Readonly<Record<string, number>> = { hundred: 100, thousand: 1_000, grand: 1_000, million: 1_000_000 }

const small = [...ones, ...tens].join('|')
const run = new RegExp(
  String.raw`\b(?:${small}|a (?=(?:hundred|thousand|million)\b))(?:(?:[ -]| and |(?<=\ba ))(?:${small}|hundred|thousand|grand|million))*\b`,
  'gi',
)
const isLarge = new RegExp(`${tens.join('|')}|hundred|thousand|million`, 'i')
const measure = /^[ -](?:miles?|minutes?|mins?|hours?|hrs?|dollars?)\b/i

const fractions: readonly [RegExp, string][] = [
  [/\b(?:an?|one) hour and a half\b/gi, '90 minutes'],
  [/\b(?:three[ -]quarters|3\/4) of an hour\b/gi, '45 minutes'],
  [/\b(?:a )?quarter(?: of an)? hour\b/gi, '15 minutes'],
  [/\b(?:a half|half an?|half)[ -]hour\b/gi, '30 minutes'],
  [/\bhalf a mil(?:lion)?\b/gi, '500000'],
  [/\b(?:seven|7) figures?\b/gi, '1000000'],
  // What hundreds of thousands are called.
  [/\b(?:the )?mid(?:dle)?[- ]([2-9])00s\b/gi, '$150000'],
  [/\b(?:the )?(?:low |high |upper )?([2-9])00s\b/gi, '$100000'],
  [/\b(?:a )?quarter(?: of a)? million\b/gi, '250000'],
  [/\b(?:a|one) million\b/gi, '1000000'],
]

/**
 * A typed text with figures for numbers in words: 'four hundred thousand', 'two hundred fifty an hour', 'ninety minutes', 'half a
 * million'. Small numbers stay, as in 'seven on seven off', and so does what stands in quotation marks.
 */
export const inFigures = (text: string): string =>
  text
    .split(/(["“”][^"“”]*["“”])/)
    .map((part) => (/^["“”]/.test(part) ? part : figuresOf(part)))
    .join('')

function figuresOf(text: string): string {
  const whole = fractions.reduce((written, [pattern, figures]) => written.replaceAll(pattern, figures), text)
  return whole.replaceAll(run, (words, at: number) =>
    isLarge.test(words) || measure.test(whole.slice(at + words.length)) ? String(numberOf(words)) : words,
  )
}

/** 'twenty-five', 'four hundred thousand' */
export function numberOf(words: string): number {
  let [total, group] = [0, 0]
  for (const it of words.toLowerCase().split(/[ -]/)) {
    const scale = scales[it]
    if (scale === 100) group = Math.max(group, 1) * 100
    else if (scale !== undefined) [total, group] = [total + Math.max(group, 1) * scale, 0]
    else if (tens.includes(it)) group = (group > 0 && group < 100 ? group * 100 : group) + 10 * (tens.indexOf(it) + 2)
    else if (ones.includes(it)) group += ones.indexOf(it)
  }
  return total + group
}
