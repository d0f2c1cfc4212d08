const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Texts that lenient decoders of base64url take for this token. */
export function tokenSpellings(token: string): string[] {
  const [first = '', ...rest] = token.split('.')
  return [
    ...['=', '==', '!', ' ', '\n', '.', '%'].map((it) => token + it),
    ...[' ', '='].flatMap((it) => [
      it + token,
      token.slice(0, 5) + it + token.slice(5),
      [`${first}${it}`, ...rest].join('.'),
    ]),
    token.replaceAll('-', '+').replaceAll('_', '/'),
    ...unusedBits(token),
    ...unusedBits(first).map((it) => [it, ...rest].join('.')),
  ].filter((it) => it !== token)
}

/** The last digit of an encoding has bits that belong to no byte. */
function unusedBits(text: string): string[] {
  const last = digits.indexOf(text.at(-1) ?? '')
  const bits =
    ({ 2: 4, 3: 2 } as Record<number, number>)[(text.split('.').at(-1) ?? '').length % 4] ?? 0
  return Array.from(
    { length: 2 ** bits - 1 },
    (_, index) => text.slice(0, -1) + digits[last ^ (index + 1)],
  )
}
