export const all = (conditions: readonly (string | null)[]): string | null => join(conditions, ' & ')
export const any = (conditions: readonly (string | null)[]): string | null => join(conditions, ' | ')

function join(conditions: readonly (string | null)[], operator: string): string | null {
  const given = [...new Set(conditions.filter((it) => it !== null))]
  if (given.length < 2) return given[0] ?? null
  return `(${given.join(operator)})`
}
