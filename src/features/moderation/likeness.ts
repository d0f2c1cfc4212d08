/** How a posting's employer is like another that administrators know. */
export const likenesses = ['name', 'similar-name', 'added-words', 'similar-domain'] as const
export type Likeness = (typeof likenesses)[number]

export const likenessTexts: Record<Likeness, string> = {
  name: 'The same name, from another mail domain',
  'similar-name': 'A name that looks the same',
  'added-words': 'The name with words added',
  'similar-domain': 'A domain that looks the same',
}
