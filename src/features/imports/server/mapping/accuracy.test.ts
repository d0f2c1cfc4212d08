import { describe, expect, it } from 'vitest'
import { generateRows } from '#demo/catalogue/generate.ts'
import type { DemoJob } from '#demo/catalogue/job.ts'
import { mapItem } from './map-item.ts'
import type { MappedJob } from './map-item.ts'

const now = new Date('2026-03-02T15:00:00Z')
const good = [...generateRows({ seed: 11, count: 3000, now })]
  .filter((row) => !row.trap)
  .map(({ item, job }) => ({ item, truth: job, mapped: mapItem(item, now) }))

type Pair = { truth: DemoJob; mapped: MappedJob }
const pairs = good.filter((it): it is typeof it & Pair => !('skip' in it.mapped))

/** What the generator knows and the importer made of it, where the two differ. */
function differences(of: (pair: Pair) => [truth: unknown, mapped: unknown], among = pairs): string[] {
  return among.flatMap((pair) => {
    const [truth, mapped] = of(pair).map((it) => JSON.stringify(it))
    return truth === mapped ? [] : [`${pair.truth.title} (${pair.mapped.origin.shape}): ${truth} became ${mapped}`]
  })
}

const withoutSourceOf = (shape: string) => pairs.filter(({ mapped }) => mapped.origin.shape !== shape)

it('refuses no good row', () => {
  expect(good.filter((it) => 'skip' in it.mapped).map((it) => it.mapped)).toEqual([])
})

it('recognizes the specialty', () => {
  const wrong = differences(({ truth, mapped }) => [truth.profile.specialty, mapped.specialty])
  expect(wrong.slice(0, pairs.length * 0.005)).toEqual(wrong)
})

it('names the field of medicine that is on no list', () => {
  const others = pairs.filter(({ truth }) => truth.profile.specialty === 'Other')
  expect(differences(({ truth, mapped }) => [truth.track.subspecialty, mapped.specialty_other], others)).toEqual([])
})

it('reads the employment type wherever its source has a word for it', () => {
  // Google Jobs knows no permanent positions.
  expect(differences(({ truth, mapped }) => [truth.facts.type, mapped.employment_type], withoutSourceOf('Google Jobs'))).toEqual(
    [],
  )
  const wrong = differences(({ truth, mapped }) => [truth.facts.type, mapped.employment_type])
  expect(wrong.length / pairs.length).toBeLessThan(0.03)
})

it('reads whether all of the work is done from afar', () => {
  expect(differences(({ truth, mapped }) => [truth.facts.telehealth, mapped.telehealth])).toEqual([])
})

it('reads what is said of visas', () => {
  expect(differences(({ truth, mapped }) => [truth.facts.visa, mapped.visa_support])).toEqual([])
})

it('reads the place, unless the source calls it “anywhere”', () => {
  const somewhere = pairs.filter(({ mapped }) => mapped.city !== 'Remote')
  expect(
    differences(
      ({ truth, mapped }) => [
        [truth.place.city, truth.place.state],
        [mapped.city, mapped.state],
      ],
      somewhere,
    ),
  ).toEqual([])
  expect(pairs.length - somewhere.length).toBeLessThan(pairs.length * 0.01)
})

describe('pay', () => {
  it('is exact, in dollars and unit', () => {
    expect(
      differences(({ truth: { terms }, mapped }) => {
        const [low, high] = [mapped.comp_min ?? mapped.comp_max ?? null, mapped.comp_max ?? mapped.comp_min ?? null]
        // A lone figure may be meant as either end.
        return [
          terms.pay && [terms.pay.unit, terms.pay.min ?? terms.pay.max, terms.pay.max ?? terms.pay.min],
          low === null ? null : [mapped.comp_unit, low, high],
        ]
      }),
    ).toEqual([])
  })

  it('keeps the words that stand instead of figures', () => {
    const worded = pairs.filter(({ mapped }) => mapped.comp_text !== null)
    expect(worded.length).toBeGreaterThan(50)
    expect(differences(({ truth, mapped }) => [truth.terms.words, mapped.comp_text], worded)).toEqual([])
  })
})

it.each([
  ['a license', 0, ({ truth, mapped }: Pair) => [truth.facts.licenseRequired, mapped.state_license_required]],
  ['a certificate', 0, ({ truth, mapped }: Pair) => [truth.facts.certificationRequired, mapped.board_recertification_required]],
  ['a fellowship', 0.03, ({ truth, mapped }: Pair) => [truth.facts.fellowshipRequired, mapped.fellowship_required]],
  ['new graduates', 0.03, ({ truth, mapped }: Pair) => [truth.facts.newGraduates, mapped.new_graduates_acceptable]],
  ['a shortage area', 0.03, ({ truth, mapped }: Pair) => [truth.facts.underserved, mapped.medically_underserved_area]],
  ['a search firm', 0.01, ({ truth, mapped }: Pair) => [truth.agency ? 'recruiter' : 'employer', mapped.user_type]],
] as const)('reads in the text what is said of %s', (_, tolerance, of) => {
  const wrong = differences((pair) => [...of(pair)] as [unknown, unknown])
  expect(wrong.slice(0, pairs.length * tolerance)).toEqual(wrong)
})

it('parts headings from texts, and lists from both, in every shape', () => {
  for (const { truth, mapped } of pairs) {
    const blocks = mapped.description.split('\n\n')
    for (const { heading, lines, list } of truth.sections) {
      if (!heading || mapped.description.endsWith('…')) continue
      expect(
        blocks.some((block) => block === heading || (list && block.startsWith(`${heading}\n• `))),
        `${heading} in ${mapped.description}`,
      ).toBe(true)
      if (list) expect(mapped.description).toContain(lines.map((line) => `• ${line}`).join('\n'))
    }
  }
})
