import type { Fact } from '#features/imports/facts.ts'
import * as said from '#vocabulary/profession-rules.ts'
import { otherAbbreviations, otherRoles } from '#vocabulary/professions.ts'
import { wordsOf } from './text.ts'

/** 'none': a careers page or a list of openings. */
export type ReadProfession = { fact: Fact<'profession'>; seeks: 'physician' | 'other' | 'none' }

type Posting = {
  title: string
  profession?: string | undefined
  description: string
  state?: string | undefined
  /** A title that names a field of medicine and nobody is no clerk's. */
  namesSpecialty?: boolean
}

/**
 * Whom a posting seeks. A license or role in the title goes before the word 'physician'; where the title names no profession, the
 * source's profession field and the text do. What neither says is doubtful.
 */
export function readProfession({ title, profession = '', description, state, namesSpecialty = false }: Posting): ReadProfession {
  const words = wordsOf(title)
  if (said.listTitles.isIn(title.trim())) return { seeks: 'none', fact: { state: 'stated', words } }
  const physician: ReadProfession = { seeks: 'physician', fact: { state: 'stated', words } }
  const other: ReadProfession = { seeks: 'other', fact: { state: 'stated', words } }
  const conflict: ReadProfession = {
    seeks: 'physician',
    fact: { state: 'doubtful', reason: 'profession-conflict', words, suggestion: 'physician' },
  }
  const role = inTitle(title, state)
  switch (role === 'none' && namesSpecialty && said.leadsTraining.isIn(title) ? 'physician' : role) {
    case 'physician':
      return isOtherField(profession) ? conflict : physician
    case 'generic':
      if (isOtherField(profession)) return other
      return isSought('other', description) && !isSought('physician', description) ? conflict : physician
    case 'other':
      return other
    case 'both':
      return conflict
    default:
      return fromElsewhere({ profession, description, words, namesSpecialty })
  }
}

type Elsewhere = { profession: string; description: string; words: string; namesSpecialty: boolean }

function fromElsewhere({ profession, description, words, namesSpecialty }: Elsewhere): ReadProfession {
  if (isOtherField(profession)) return { seeks: 'other', fact: { state: 'stated', words } }
  const seeksOthers = isSought('other', description)
  if (said.physicianFields.isIn(profession) && !seeksOthers) {
    return { seeks: 'physician', fact: { state: 'inferred', rule: 'field-says-physician', words } }
  }
  const seeksPhysicians = said.certified.isIn(description) || isSought('physician', description)
  if (seeksPhysicians && !seeksOthers) {
    return { seeks: 'physician', fact: { state: 'inferred', rule: 'text-seeks-physician', words } }
  }
  if (!seeksPhysicians && (seeksOthers || !namesSpecialty)) return { seeks: 'other', fact: { state: 'stated', words } }
  return { seeks: 'physician', fact: { state: 'doubtful', reason: 'profession-unclear', words } }
}

type InTitle = 'physician' | 'generic' | 'other' | 'both' | 'none'

function inTitle(source: string, state: string | undefined): InTitle {
  const named = said.besides.marked(source.replaceAll(/[‘’]/g, "'"), ' ')
  const elsewhere = said.workplaces.marked(named, ' ')
  const title = said.physicianNouns.isIn(elsewhere) ? elsewhere : named
  if (said.neverPhysicians.isIn(title)) return 'other'
  const rest = otherAbbreviations.marked(otherRoles.marked(said.administration.marked(title, '_'), '_'), '_')
  const specific = said.physicianNouns.isIn(rest)
  const generic = said.physicianWords.isIn(rest)
  if (!rest.includes('_')) {
    // 'Cardiologist – PA': an assistant, or Pennsylvania.
    if (state !== 'PA' && /(?:[-–—(|]\s*|\bin )PA\b(?!\s*\d)\)?\s*$/.test(rest)) return 'both'
    return specific ? 'physician' : generic ? 'generic' : 'none'
  }
  if (!specific && !generic) return /[^_\W].*\bor\s+_/i.test(rest) ? 'both' : 'other'
  if (isAlternative(rest)) return 'physician'
  // 'Cardiologist – NP support' may be read both ways; 'RN, Physician Practice' may not.
  return specific && said.physicianNouns.at(rest) < rest.indexOf('_') && !/ (?:_|\S+_)/.test(rest.replace(/\s[-–—(,|].*$/, ''))
    ? 'both'
    : 'other'
}

/** 'Physician (MD, PA or NP)', 'MD/DO/NP/PA', 'Nurse Practitioner or Physician': the job is open to physicians too. */
function isAlternative(rest: string): boolean {
  return Math.min(said.physicianNouns.at(rest), said.physicianWords.at(rest)) < rest.indexOf('_')
    ? /(?:\/|\bor\b|\(MD,?(?: DO,?)?)\s*(?:[\w-]+ ){0,2}_/i.test(rest)
    : orPhysician.test(rest)
}
const orPhysician = new RegExp(String.raw`_\s*(?:\/|\bor\b)\s*(?:${said.physicianNouns.source}|physicians?\b|MD\b|DO\b)`, 'i')

/** A profession field that leaves no physician. */
function isOtherField(profession: string): boolean {
  const rest = otherAbbreviations.marked(otherRoles.marked(profession, '_'), '_')
  return !said.physicianFields.isIn(rest.replaceAll('_', ' ')) && (said.otherFields.isIn(profession) || rest.includes('_'))
}

const isSought = (who: 'other' | 'physician', text: string): boolean => said.sought.all(text).includes(who)
