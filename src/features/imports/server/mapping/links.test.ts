import { expect, it } from 'vitest'
import { readLink, readPageUrl } from './links.ts'

it.each([
  ['https://example.org/jobs/1', 'https://example.org/jobs/1'],
  [' https://example.org/jobs/1 ', 'https://example.org/jobs/1'],
  ['https:// example.org/jobs/1', 'https://example.org/jobs/1'],
  ['https: //example.org/a', 'https://example.org/a'],
  ['https://example.org/jobs/physician opening', 'https://example.org/jobs/physician%20opening'],
  ['http://example.org', 'http://example.org/'],
  ['www.example.org/apply', 'https://www.example.org/apply'],
  ['//example.org/apply', 'https://example.org/apply'],
  ['example.org', 'https://example.org/'],
  [
    'https://example.org/jobs?id=7&utm_source=feed&fbclid=x&src=partner',
    'https://example.org/jobs?id=7',
  ],
  ['https://example.org/jobs?src=4711', 'https://example.org/jobs?src=4711'],
  [
    'https://list.example.net/go?to=https%3A%2F%2Fexample.org%2Fjobs%2F1%3Fgh_src%3Da&utm_medium=b',
    'https://example.org/jobs/1',
  ],
  ['mailto:jobs@example.org?subject=Cardiologist', 'mailto:jobs@example.org?subject=Cardiologist'],
  ['jobs@example.org', 'mailto:jobs@example.org'],
])('accepts %j', (value, url) => expect(readLink(value)).toBe(url))

const noLinks = [
  undefined,
  '',
  'n/a',
  'Apply in person',
  'mailto:nobody',
  'data:text/html,x',
  'ftp://example.org/a',
]
const scripts = [
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'https://example.org/<script>',
]
const inside = [
  'file:///etc/passwd',
  'https://localhost/a',
  'https://10.0.0.1/a',
  'https://user:secret@example.org/',
]

it.each([
  ...noLinks,
  ...scripts,
  ...inside,
  'https://example.org/go?to=https%3A%2F%2Fuser:secret%40example.net',
  'https://example.org/"onclick="x',
  `https://example.org/${'x'.repeat(3000)}`,
])('drops %j', (value) => expect(readLink(value)).toBeUndefined())

it('knows that mail is no page', () => expect(readPageUrl('jobs@example.org')).toBeUndefined())
