import { makeJob, type World } from '#demo/catalog/job.ts'
import { weighted, type Rng } from '#demo/catalog/rng.ts'
import { practitioner } from '#vocabulary/specialties.ts'
import { specialties } from '#vocabulary/specialties.ts'

/**
 * Draws what a physician types: mostly the field's short words, sometimes with a slip of the
 * finger.
 */
export function drawKeyword(world: World, rng: Rng): string {
  const kind = drawKind.at(rng.next())
  switch (kind) {
    case 'abbreviation':
      return rng.pick(abbreviations)
    case 'specialty':
      return nameOfSpecialty(rng)
    case 'slip':
      return slip(nameOfSpecialty(rng), rng)
    case 'phrase':
      return rng.pick(phrases)
    case 'both':
      return `${rng.pick(abbreviations)} ${rng.pick(phrases)}`
    case 'place':
      return `${rng.pick(abbreviations)} ${someJob(world, rng).place.city}`
    case 'title':
      return someJob(world, rng).title
    case 'employer':
      return someJob(world, rng).employer.name
    default:
      return kind satisfies never
  }
}

const drawKind = weighted([
  ['abbreviation', 20],
  ['specialty', 25],
  ['slip', 8],
  ['phrase', 17],
  ['both', 10],
  ['place', 8],
  ['title', 6],
  ['employer', 6],
] as const)

const abbreviations = list(`
  ER, EM, IM, FM, FP, PCP, primary care, peds, OB, OB/GYN, anes, pain, ortho, ENT, ophtho, PM&R, derm, uro,
  heme/onc, rad onc, rads, GI, cards, pulm, ICU, intensivist, ID, endo, rheum, nephro, psych, neuro, CT surgery,
  vasc, gen surg, path, geri, occ med, hospitalist, nocturnist, laborist, internist
`)

const phrases = list(`
  locums, 1099, per diem, telehealth, J-1, H-1B, new grad, nights, no call, night shift, weekends, part time,
  outpatient, inpatient, academic, rural, urgent care, medical director, loan repayment, signing bonus, Epic,
  partnership track, private practice, level 1 trauma, critical access, four day week, robotic, interventional,
  teaching, addiction, child and adolescent, sports medicine, bariatric, spine, wound care,
  community health center, relocation
`)

function nameOfSpecialty(rng: Rng): string {
  const specialty = rng.pick(specialties.slice(0, -1))
  return (rng.chance(0.5) ? practitioner(specialty) : specialty).toLowerCase()
}

/** Two neighboring letters swapped, or one left out or doubled, inside the longest word. */
function slip(text: string, rng: Rng): string {
  const [longest = text] = text.split(/[^a-z]+/).toSorted((a, b) => b.length - a.length)
  const at = text.indexOf(longest) + rng.int(2, longest.length - 3)
  const [letter = '', next = ''] = text.slice(at, at + 2)
  const mistyped = rng.pick([next + letter, letter, letter + letter + next])
  return text.slice(0, at) + mistyped + text.slice(at + 2)
}

const someJob = (world: World, rng: Rng) => makeJob(world, rng.int(0, 999_999))

function list(text: string): string[] {
  return text.split(',').map((part) => part.trim())
}
