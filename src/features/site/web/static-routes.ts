import type { SiteInfo } from '#shared/rendering.ts'
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

/** Both /employers and /employers/post show it until each has a page of its own. */
export const postByEmailRoute = staticRoute({
  title: 'Post a Job',
  description: `Post a physician job on ${site.name} free of charge: what a posting needs and where to send it.`,
  path: '/employers/post',
})

export const notFoundHead = (info: SiteInfo) =>
  pageHead({ site: info, title: 'Page Not Found', description: 'There is no page at this address.', path: '/', noindex: true })
