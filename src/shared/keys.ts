/** The keys of a table, of which there is one at least. */
export const keysOf = <Key extends string>(table: Readonly<Partial<Record<Key, unknown>>>) =>
  Object.keys(table) as [Key, ...Key[]]

export const entriesOf = <Key extends string, Value>(
  table: Readonly<Partial<Record<Key, Value>>>,
) => Object.entries(table) as [Key, Value][]

/** A table with a value for each of these names. */
export const tableOf = <Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
) => Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>

/** These properties alone. */
export const pick = <T, Name extends keyof T>(from: T, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, Name>
