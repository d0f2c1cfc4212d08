import { expect, test } from 'vitest'
import { originOf } from './model.ts'

test.each([
  ['', 'unknown'],
  ['www.google.com', 'engine'],
  ['com.google.android.googlequicksearchbox', 'engine'],
  ['DuckDuckGo.com', 'engine'],
  ['gemini.google.com', 'assistant'],
  ['chatgpt.com', 'assistant'],
  ['uk.indeed.com', 'aggregator'],
  ['mail.google.com.example.test', 'unknown'],
  ['notgoogle.com', 'unknown'],
  ['google.com.', 'unknown'],
  ['com', 'unknown'],
  ['search', 'unknown'],
  ['alert', 'unknown'],
  ['constructor', 'unknown'],
  ['a.'.repeat(20), 'unknown'],
] as const)('a referrer %s: %s', (referrer, origin) => {
  expect(originOf({ referrer })).toBe(origin)
})

test.each([
  [{ mark: 'alert', referrer: 'www.google.com' }, 'alert'],
  [{ mark: 'search' }, 'search'],
  [{ mark: 'chatgpt.com' }, 'assistant'],
  // What nobody here makes leaves the decision to the referrer.
  [{ mark: 'unknown', referrer: 'bing.com' }, 'engine'],
  [{ mark: 'engine' }, 'unknown'],
  [{ mark: 'ALERT' }, 'unknown'],
  [{ mark: '__proto__' }, 'unknown'],
  [{ mark: "alert'; drop table jobs" }, 'unknown'],
] as const)('%j: %s', (arrival, origin) => {
  expect(originOf(arrival)).toBe(origin)
})
