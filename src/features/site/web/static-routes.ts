import { newsletterPath } from '#shared/paths.ts'
import type { PageRoute } from '#web/lib/page-route.ts'
import { site } from '../config.ts'
import { pageHead } from '../page-head.ts'

/** A route whose page needs nothing but its head. */
const staticRoute = (page: { title: string; description: string; path: string }): PageRoute => ({
  head: ({ site }) => pageHead({ site, ...page }),
})

export const aboutRoute = staticRoute({
  title: 'About',
  description: `Why ${site.name} exists: physician jobs with what the work is, where it is and what it pays, first.`,
  path: '/about',
})

export const contactRoute = staticRoute({
  title: 'Contact',
  description: `How to reach the people behind ${site.name}: about a posting, the site, your data, or hiring.`,
  path: '/contact',
})

export const privacyRoute = staticRoute({
  title: 'Privacy Policy',
  description: `What ${site.name} knows about you, which is little, and what you can ask of us.`,
  path: '/privacy',
})

export const termsRoute = staticRoute({
  title: 'Terms of Service',
  description: `The rules for reading and posting jobs on ${site.name}.`,
  path: '/terms',
})

export const newsletterRoute = staticRoute({
  title: 'Newsletter',
  description: `What is new on ${site.name} and in the market for physicians’ work, by e-mail.`,
  path: newsletterPath,
})
