import { describe, expect, test } from 'vitest'
import { maxReachable } from '../search-criteria.ts'
import { applyEffect, KeptSearches } from './kept-searches.ts'
import type { Image, KeptSearch } from './kept-searches.ts'
import type { JobFilter } from './search/understand.ts'
import { isIn } from './snapshots.ts'

const cardiology: JobFilter = { tsquery: null, specialty: 'Cardiology', telehealth: true }

/** Transactions 10 and 12 had ended when the snapshot was taken, 11 was running, 13 had not begun. */
const snapshot = '11:13:11'

test.each([
  ['9', true],
  ['10', true],
  ['11', false],
  ['12', true],
  ['13', false],
  ['18446744073709551615', false],
])('transaction %s is in the snapshot: %s', (xid, expected) => {
  expect(isIn(snapshot, xid)).toBe(expected)
})

function image(values: Partial<Image> = {}): Image {
  return { id: '1', xid: '13', job_id: 'a', sign: 1, posted_at: new Date(0), updated_at: new Date(0), ...values } as Image
}

function kept(total?: number): KeptSearch {
  const searches = new KeptSearches(() => {})
  if (total !== undefined) searches.keepTotal(cardiology, { n: total, snapshot }, searches.moment)
  searches.keepAnswer([cardiology], 'shows a', { jobIds: new Set(['a', 'b']), sortBy: 'recent' })
  searches.keepAnswer([cardiology], 'shows b', { jobIds: new Set(['b']), sortBy: 'recent' })
  searches.keepAnswer([cardiology], 'by update', { jobIds: new Set(['b']), sortBy: 'updated' })
  const [search] = searches.all()
  return search as KeptSearch
}

describe('a change', () => {
  test('that brings a job moves the total and ends every answer', () => {
    const search = kept(7)
    expect(applyEffect(search, 'a', { before: undefined, after: image() })).toEqual(['shows a', 'shows b', 'by update'])
    expect(search.total?.n).toBe(8)
  })

  test('that takes a job away moves the total back', () => {
    const search = kept(7)
    applyEffect(search, 'a', { before: image(), after: undefined })
    expect(search.total?.n).toBe(6)
  })

  test('that was counted already moves no total', () => {
    const search = kept(7)
    applyEffect(search, 'a', { before: undefined, after: image({ xid: '12' }) })
    expect(search.total?.n).toBe(7)
  })

  test('that leaves a job where it is ends the answers that show it', () => {
    const search = kept(7)
    expect(applyEffect(search, 'a', { before: image(), after: image() })).toEqual(['shows a'])
    expect(search.total?.n).toBe(7)
  })

  test('of what is sorted by ends the answers in that order', () => {
    const after = image({ updated_at: new Date(1) })
    expect(applyEffect(kept(), 'a', { before: image(), after })).toEqual(['shows a', 'by update'])
  })

  test('that touches nothing of the search ends nothing', () => {
    expect(applyEffect(kept(7), 'a', { before: undefined, after: undefined })).toEqual([])
  })
})

test('where counting stopped, more stays more, and less is counted anew', () => {
  const search = kept(maxReachable + 1)
  applyEffect(search, 'a', { before: undefined, after: image() })
  expect(search.total?.n).toBe(maxReachable + 1)
  applyEffect(search, 'a', { before: image(), after: undefined })
  expect(search.total).toBeUndefined()
})

test('a total that is believed to be more stays so', () => {
  const searches = new KeptSearches(() => {})
  searches.keepTotal(cardiology, { n: maxReachable + 1, snapshot, isBelieved: true }, searches.moment)
  const [search] = searches.all()
  applyEffect(search as KeptSearch, 'a', { before: image(), after: undefined })
  expect(searches.totalOf(cardiology)).toBe(maxReachable + 1)
})

test('a total is not kept if a change was heard of while it was counted', () => {
  const searches = new KeptSearches(() => {})
  const { moment } = searches
  searches.changeHeard()
  searches.keepTotal(cardiology, { n: 1, snapshot }, moment)
  expect(searches.totalOf(cardiology)).toBeUndefined()
  searches.keepTotal(cardiology, { n: 1, snapshot }, searches.moment)
  expect(searches.totalOf(cardiology)).toBe(1)
})
