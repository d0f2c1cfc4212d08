/** The body of a press that answers these inquiries. */
export const replyTo = (ids: readonly string[], message: string) => ({
  id: crypto.randomUUID(),
  keys: ids.map((id) => ({ id })),
  action: { kind: 'reply' as const, message },
})
