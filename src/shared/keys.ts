/** The keys of a table, of which there is one at least. */
export const keysOf = <Key extends string>(table: Readonly<Partial<Record<Key, unknown>>>) =>
  Object.keys(table) as [Key, ...Key[]]

export const entriesOf = <Key extends string, Value>(
  table: Readonly<Partial<Record<Key, Value>>>,
) => Object.entries(table) as [Key, Value][]
