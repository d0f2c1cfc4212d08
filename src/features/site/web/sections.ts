/** The site's four sections, for header and menu; what lies below `root` belongs to the section. */
export const sections = [
  { to: '/jobs', root: '/jobs', label: 'Jobs' },
  { to: '/employers/post', root: '/employers', label: 'Post a Job' },
  { to: '/about', root: '/about', label: 'About' },
  { to: '/contact', root: '/contact', label: 'Contact' },
] as const

type Section = (typeof sections)[number]

/** How `aria-current` marks a section's link while the page at `path` is shown. */
export function currentMark({ to, root }: Section, path: string): 'page' | 'true' | undefined {
  if (path === to) return 'page'
  return path === root || path.startsWith(`${root}/`) ? 'true' : undefined
}
