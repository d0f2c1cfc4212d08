const classes = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u]
const poolOf = [26, 26, 10, 33]

/** A rough guess for the person who chooses a password; the server refuses common ones. Undefined for nothing typed. */
export function passwordStrength(password: string): 'weak' | 'fair' | 'strong' | undefined {
  if (password === '') return undefined
  const pool = classes.reduce((sum, it, index) => sum + (it.test(password) ? (poolOf[index] ?? 0) : 0), 0)
  // Repeated characters add little.
  const effective = (new Set(password).size + password.length) / 2
  const bits = effective * Math.log2(Math.max(pool, 2))
  return password.length < 8 || bits < 45 ? 'weak' : bits < 65 ? 'fair' : 'strong'
}
