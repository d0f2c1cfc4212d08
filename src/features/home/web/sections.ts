import { comparePath, salariesPath } from '#shared/paths.ts'

type Section = {
  to: string
  /** Paths below it belong to the section. */
  root: string
  /** Except this path: editing is not posting. */
  except?: string
  label: string
}

/** The four sections of header and menu. */
export const sections: readonly Section[] = [
  { to: '/jobs', root: '/jobs', label: 'Jobs' },
  { to: '/employers/post', root: '/employers', except: '/employers/manage', label: 'Post a Job' },
  { to: '/about', root: '/about', label: 'About' },
  { to: '/contact', root: '/contact', label: 'Contact' },
]

/** Pages for physicians, after the four sections. */
export const moreSections: readonly Section[] = [
  { to: salariesPath, root: salariesPath, label: 'Salaries' },
  { to: comparePath, root: comparePath, label: 'Compare' },
]

/** The `aria-current` of a section's link on the page at `path`. */
export function currentMark({ to, root, except }: Section, path: string): 'page' | 'true' | undefined {
  if (path === to) return 'page'
  if (path === except) return undefined
  return path === root || path.startsWith(`${root}/`) ? 'true' : undefined
}
