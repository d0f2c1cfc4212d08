type Section = {
  to: string
  /** What lies below belongs to the section. */
  root: string
  /** But for this page: who changes a posting does not post one. */
  except?: string
  label: string
}

/** The site's four sections, for header and menu. */
export const sections: readonly Section[] = [
  { to: '/jobs', root: '/jobs', label: 'Jobs' },
  { to: '/employers/post', root: '/employers', except: '/employers/manage', label: 'Post a Job' },
  { to: '/about', root: '/about', label: 'About' },
  { to: '/contact', root: '/contact', label: 'Contact' },
]

/** How `aria-current` marks a section's link while the page at `path` is shown. */
export function currentMark({ to, root, except }: Section, path: string): 'page' | 'true' | undefined {
  if (path === to) return 'page'
  if (path === except) return undefined
  return path === root || path.startsWith(`${root}/`) ? 'true' : undefined
}
