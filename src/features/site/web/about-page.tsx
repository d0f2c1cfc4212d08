import { Article } from '#ui/layout.tsx'
import { site } from '../config.ts'
import { listedHead } from '../page-head.ts'
import { TextSections } from './components/text-page.tsx'

export const head = listedHead(
  'About',
  () =>
    `Why ${site.name} exists: physician jobs with what the work is, where it is and what it pays, first.`,
  '/about',
)

export const Page = () => (
  <Article title={`About ${site.name}`} lead={`${site.tagline}.`}>
    <TextSections text={about} />
  </Article>
)

const about = `
## Our Mission

Looking for a job should not take the evenings that your current one leaves you. We put first what too many postings hide: what the work is, where it is, and what it pays. You can read, search and apply without an account.

## Transparency

We show pay in the same place on every posting, and say so if a posting gives none. We mark verified hospitals and postings from recruiters.

## Connection

A posting leads to the people who wrote it: you apply on their page, or write to them. We give your contact details to no one else.

## Innovation

The search understands the abbreviations physicians type and corrects typing errors. You can filter by visa, schedule and setting. The pages work on an old phone, with a keyboard, with a screen reader and without JavaScript.

## What next

[Browse jobs](/jobs), or [write to us](/contact).
`
