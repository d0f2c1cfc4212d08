import { escapeHtml } from '#platform/server/http/html.ts'
import { formatNumber } from '#shared/numbers.ts'
import type { Benefit } from '#features/jobs/model.ts'
import { offers, states, texts } from './data.ts'
import { fill, type Words } from './grammar.ts'
import type { DemoJob } from './job.ts'
import { payInWords } from './pay.ts'
import type { Rng } from './rng.ts'
import { hoursAgreeing } from './titles.ts'

/** A part of a description: a paragraph, or a list under its heading. */
export type Section = {
  role: 'text' | 'duties' | 'requirements' | 'benefits' | 'facts'
  heading: string | null
  lines: string[]
  list: boolean
}

type Writing = Pick<
  DemoJob,
  'title' | 'profile' | 'track' | 'facts' | 'terms' | 'employer' | 'agency' | 'place'
> & {
  words: Words
}

export function writeDescription(writing: Writing, rng: Rng): Section[] {
  const draw = rng.next()
  if (writing.facts.type === 'locums') return locumsAssignment(new Writer(writing, rng))
  if (draw < 0.34) return letter(new Writer(writing, rng))
  return fullPosting(new Writer(writing, rng))
}

function fullPosting(write: Writer): Section[] {
  const about = write.paragraph(
    [...write.employerLines(2)],
    write.heading(['About us', 'Who we are', '{employer}', 'The organization']),
  )
  const community = write.paragraph(
    [write.community(), ...write.remarks()],
    write.heading(
      write.track.telehealth
        ? ['Where you work', 'Location']
        : ['The community', 'Living in {city}', '{city}, {state}', 'Location'],
    ),
  )
  const body = [
    write.paragraph(write.lead()),
    write.paragraph(
      [...write.hours(), ...write.practice()],
      write.heading(['The position', 'About the role', 'The practice', 'Your day']),
    ),
    write.duties(5, 7),
    write.requirements(3, 5),
    write.benefits(),
  ]
  if (write.rng.chance(0.35)) body.splice(1, 0, about)
  else body.push(about)
  return [...body, community, write.paragraph([write.closing()])]
}

/** A letter to a colleague. */
function letter(write: Writer): Section[] {
  return [
    write.paragraph([...write.lead(), ...write.hours()]),
    write.paragraph([...write.practice(), ...write.employerLines(1)]),
    write.duties(3, 5),
    write.paragraph([write.community(), ...write.remarks()]),
    write.benefits(),
    write.requirements(2, 3),
    write.paragraph([write.closing()]),
  ]
}

function locumsAssignment(write: Writer): Section[] {
  const { rng } = write
  const shifts = write.track.shifts ? texts.locumsShifts : texts.locumsClinicDays
  return [
    write.paragraph([write.opening(), ...write.employerLines(1)]),
    write.list(
      'facts',
      ['Assignment details', 'The assignment', 'Details'],
      [
        ...write.some(texts.locumsHours, 1),
        ...write.some(shifts, 1),
        ...write.place(),
        ...write.payLines(),
        ...write.ehr(),
      ],
    ),
    write.duties(4, 5),
    write.requirements(2, 3),
    write.list(
      'benefits',
      ['What we provide', 'Your benefits', 'Why work with us'],
      rng.sample(offers.locumsBenefits, rng.int(4, 6)),
    ),
    write.paragraph([write.community(), write.closing()]),
  ]
}

/** Draws sentences for one posting, each at most once. */
class Writer {
  readonly rng: Rng
  readonly profile: DemoJob['profile']
  readonly track: DemoJob['track']
  readonly #writing: Writing
  readonly #headed: boolean
  readonly #apart: boolean
  readonly #public: boolean

  constructor(writing: Writing, rng: Rng) {
    this.rng = rng
    this.#writing = writing
    this.profile = writing.profile
    this.track = writing.track
    this.#apart = writing.track.apart === true || writing.track.telehealth === true
    this.#public = writing.employer.type !== 'Private Practice' && writing.employer.type !== 'Other'
    this.#headed = rng.chance(0.75)
  }

  paragraph(sentences: string[], heading: string | null = null): Section {
    return { role: 'text', heading, lines: [sentences.join(' ')], list: false }
  }

  list(role: Section['role'], headings: readonly string[], lines: string[]): Section {
    return { role, heading: this.#fill(this.rng.pick(headings)), lines, list: true }
  }

  /** Half of the authors use headings. */
  heading(options: readonly string[]): string | null {
    return this.#headed ? this.#fill(this.rng.pick(options)) : null
  }

  some(templates: readonly string[], count: number): string[] {
    return this.rng.sample(templates, count).map((template) => this.#fill(template))
  }

  opening(): string {
    const { facts, agency } = this.#writing
    const templates =
      facts.type === 'locums'
        ? texts.locumsOpenings
        : agency
          ? texts.recruiterOpenings
          : texts.openings
    return this.#fill(this.rng.pick(templates))
  }

  /** Who is looking for whom. */
  lead(): string[] {
    const lasting = ['full-time', 'permanent', 'part-time'].includes(this.#writing.facts.type)
    const focus = lasting ? this.some(this.track.focus, this.rng.int(1, 2)) : []
    return this.rng.chance(0.25) ? [...focus, this.opening()] : [this.opening(), ...focus]
  }

  hours(): string[] {
    switch (this.#writing.facts.type) {
      case 'part-time':
        return this.some(texts.partTimeHours, 1)
      case 'per-diem':
        return this.some(texts.perDiemHours, 1)
      case 'contract':
        return this.some(texts.contractHours, 1)
      case 'temporary':
        return this.some(texts.temporaryHours, 1)
      default:
        return this.some(hoursAgreeing(this.track, this.#writing.title), 1)
    }
  }

  /** Volumes, colleagues and rooms. */
  practice(): string[] {
    if (this.track.telehealth) return this.some(texts.virtualWork, 3)
    if (this.#apart) return []
    return [
      ...this.some(this.profile.volumes, 1),
      ...this.some(this.profile.team, 2),
      ...this.some(this.profile.tools, this.rng.int(0, 2)),
    ]
  }

  place(): string[] {
    return this.#apart ? [] : this.some([...this.profile.team, ...this.profile.tools], 1)
  }

  duties(min: number, max: number): Section {
    const own = this.rng.sample(this.track.duties ?? [], this.#apart ? max : 3)
    const shared = this.#apart
      ? []
      : this.rng.sample(this.profile.duties, Math.max(1, this.rng.int(min, max) - own.length))
    const lines = [...own, ...shared].map((template) => this.#fill(template))
    return this.list(
      'duties',
      [
        'What you will do',
        'Responsibilities',
        'Your work',
        'Duties',
        'The work',
        'Key responsibilities',
        'Scope of practice',
      ],
      lines,
    )
  }

  requirements(min: number, max: number): Section {
    const { facts } = this.#writing
    const lines: string[] = [
      this.rng.pick(
        facts.certificationRequired
          ? offers.requiredCertificationPhrases
          : offers.certificationPhrases,
      ),
    ]
    if (facts.fellowshipRequired) lines.push(this.track.fellowship ?? '')
    if (facts.licenseRequired) lines.push(this.rng.pick(offers.licensePhrases))
    const further = this.rng.sample(
      offers.furtherRequirements,
      Math.max(0, this.rng.int(min, max) - lines.length),
    )
    return this.list(
      'requirements',
      ['Requirements', 'Qualifications', 'You bring', 'What we look for', 'Minimum qualifications'],
      [...lines, ...further].map((line) => this.#fill(line)),
    )
  }

  benefits(): Section {
    const { facts } = this.#writing
    const offered = facts.benefits.map((benefit) => this.#benefit(benefit))
    if (facts.loanRepayment)
      offered.push(
        this.#fill(this.rng.pick(this.#public ? offers.publicLoanPhrases : offers.loanPhrases)),
      )
    return this.list(
      'benefits',
      [
        'Compensation and benefits',
        'What we offer',
        'Benefits',
        'Compensation & benefits',
        'The offer',
      ],
      [...this.payLines(), ...offered],
    )
  }

  payLines(): string[] {
    const { pay, words } = this.#writing.terms
    if (words) return [words]
    if (!pay) return []
    const label =
      pay.unit === 'YEAR'
        ? ['Base salary', 'Salary', 'Guaranteed base', 'Compensation']
        : ['Rate', 'Pay', 'Compensation']
    return [`${this.rng.pick(label)}: ${payInWords(pay)}`]
  }

  employerLines(count: number): string[] {
    return this.some(texts.aboutEmployer[this.#writing.employer.type], count)
  }

  community(): string {
    const { place, words } = this.#writing
    if (this.track.telehealth) return this.#fill('You may work from anywhere in the United States.')
    return fill(
      this.rng.pick(texts.communities[place.size]),
      {
        city: place.city,
        state: words['state'] ?? '',
        life: this.rng.pick(states[place.state].life),
      },
      this.rng,
    )
  }

  /** Visa, underserved area, new graduates and records, as sentences or not at all. */
  remarks(): string[] {
    const { facts } = this.#writing
    const lines = this.ehr()
    if (facts.visa) lines.push(this.rng.pick(offers.visaPhrases[facts.visa]))
    if (facts.underserved) lines.push(this.rng.pick(offers.underservedPhrases))
    if (facts.newGraduates) lines.push(this.rng.pick(offers.newGraduatePhrases))
    if (facts.startDate)
      lines.push(
        `Start date: ${facts.startDate.toLowerCase().replace(/summer|fall|july/, (word) => word.charAt(0).toUpperCase() + word.slice(1))}.`,
      )
    return lines
  }

  ehr(): string[] {
    return this.#writing.facts.namesEhr ? [this.#fill(this.rng.pick(offers.ehrPhrases))] : []
  }

  closing(): string {
    return this.#fill(this.rng.pick(texts.closings))
  }

  #benefit(benefit: Benefit): string {
    const bonus = this.#writing.facts.signingBonus
    if (benefit === 'Signing Bonus' && bonus) return `Signing bonus of $${formatNumber(bonus)}`
    const own = this.#public
      ? undefined
      : (offers.independentPhrases as Partial<Record<Benefit, string[]>>)[benefit]
    return this.#fill(this.rng.pick(own ?? offers.benefitPhrases[benefit]))
  }

  #fill(template: string): string {
    return fill(template, this.#writing.words, this.rng)
  }
}

/** Plain text: blank lines between paragraphs, list items that start with a bullet. */
export function toPlain(sections: readonly Section[], bullet = '• '): string {
  let text = ''
  for (const { heading, lines, list } of sections) {
    if (text !== '') text += '\n\n'
    if (heading) text += `${heading}\n`
    text += list ? lines.map((line) => bullet + line).join('\n') : lines.join('\n')
  }
  return text
}

export function toHtml(sections: readonly Section[]): string {
  let html = ''
  for (const { heading, lines, list } of sections) {
    if (heading) html += `<p><b>${escapeHtml(heading)}</b></p>`
    html += list
      ? `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`
      : lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')
  }
  return html
}
