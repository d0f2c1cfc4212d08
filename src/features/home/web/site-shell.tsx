import type { ComponentProps, ReactNode } from 'react'
import { specialtySlug } from '#vocabulary/specialties.ts'
import {
  employerDirectoryPath,
  homePath,
  jobsPath,
  specialtyJobsPath,
  unsubscribePath,
  withQuery,
} from '#shared/paths.ts'
import { stateName } from '#shared/us-states.ts'
import { CollarLine } from '#ui/layout.tsx'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { Link, Once, useShownPage } from '#platform/web/navigation.tsx'
import { site } from '#features/site/config.ts'
import { chipLabel, popularSpecialties } from './site-links.ts'
import { FooterNewsletter } from './components/newsletter-form.tsx'
import { SiteHeader } from './site-header.tsx'

export function SiteShell({ children }: { children: ReactNode }) {
  const demo = useShownPage().site.demo
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      {/* The style sheet hides those whose target the page does not show. */}
      <a href="#apply" className="skip-link">
        Skip to apply
      </a>
      <a href="#apply-bar" className="skip-link">
        Skip to apply
      </a>
      <SiteHeader demo={demo} />
      <main id="content" tabIndex={-1} className="flex grow flex-col outline-none">
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}

/** Pages to work with have no newsletter. */
const deskPaths =
  /^\/(?:account|admin|alerts|applications|auth|dev|employer|favorites|profile)(?:\/|$)/

function SiteFooter() {
  const { path, href } = useShownPage()
  const isSignedIn = useCurrentUser().status === 'signed-in'
  const isDesk = deskPaths.test(path) || (isSignedIn && path === homePath)
  const isLinked = [...jobLinks, ...specialtyLinks, ...stateLinks, ...siteLinks].some(
    ({ to }) => to === href,
  )
  return (
    <footer className="mt-4 border-t border-line bg-sunken sm:mt-16">
      <div className="page-column grid grid-cols-2 gap-x-8 gap-y-3 py-5 sm:grid-cols-4 sm:gap-y-8 sm:py-10 lg:grid-cols-[2fr_1fr_1fr_1fr_1fr]">
        <div className="col-span-full lg:col-span-1">
          <CollarLine className="w-36 text-action max-sm:hidden" />
          <p className="font-semibold sm:mt-3">{site.name}</p>
          <p className="max-w-64 text-xs text-muted max-sm:hidden">{site.tagline}</p>
          {!isDesk && <FooterNewsletter className="mt-3 sm:mt-6" />}
        </div>
        <Once name={`footer of ${site.name} ${isLinked ? href : ''}`} className="contents">
          {() => (
            <>
              <Column title="Jobs" links={jobLinks} />
              <Column isWide title="Specialties" links={specialtyLinks} />
              <Column isWide title="States" links={stateLinks} />
              <Column title={site.name} links={siteLinks} />
            </>
          )}
        </Once>
      </div>
      <p className="page-column pb-4 text-xs sm:pb-8 text-muted">
        {site.name} is run by {site.operator.legalName ?? site.operator.description}.
      </p>
    </footer>
  )
}

type FooterLink = Pick<ComponentProps<typeof Link>, 'to' | 'preload'> & { label: string }

const jobLinks: readonly FooterLink[] = [
  { to: '/jobs', label: 'Browse Jobs' },
  { to: withQuery(jobsPath, { postedWithin: '7' }), label: 'Posted this week' },
  { to: withQuery(jobsPath, { jobType: 'locums' }), label: 'Locums' },
  { to: withQuery(jobsPath, { newGraduates: 'true' }), label: 'New graduates' },
  { to: '/salaries', label: 'Salaries' },
  { to: '/offer', label: 'Is my offer fair?' },
  { to: '/compare', label: 'Compare' },
  { to: employerDirectoryPath, label: 'Employers' },
  { to: '/employers/post', label: 'Post a Job' },
]

const specialtyLinks = popularSpecialties.map((specialty) => ({
  to: specialtyJobsPath(specialtySlug(specialty)),
  label: chipLabel(specialty),
}))

/** The most populous. */
const stateLinks = (['CA', 'TX', 'FL', 'NY', 'PA', 'IL'] as const).map((state) => ({
  to: withQuery(jobsPath, { state }),
  label: stateName(state),
}))

const siteLinks: readonly FooterLink[] = [
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
  { to: '/developers', label: 'Developers' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/terms', label: 'Terms' },
  { to: `${unsubscribePath}?email=`, preload: false, label: 'Unsubscribe' },
]

/** `isWide`: phones leave it to the landing page. */
const Column = ({
  title,
  links,
  isWide = false,
}: {
  title: string
  links: readonly FooterLink[]
  isWide?: boolean
}) => (
  <nav aria-label={title} className={isWide ? 'max-sm:hidden' : 'max-sm:col-span-full'}>
    <h2 className="eyebrow sm:mb-1">{title}</h2>
    <ul className="max-sm:flex max-sm:flex-wrap max-sm:gap-x-4">
      {links.map(({ label, ...link }) => (
        <li key={label}>
          <Link {...link} className="list-link text-muted max-sm:text-xs">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
