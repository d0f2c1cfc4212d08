import { expect, test } from 'vitest'
import { userActions } from './model.ts'
import { actionLabel, auditSentence, auditSentenceText, groupActions } from './audit-words.ts'
import type { AuditEntryView } from './contract.ts'

const ada = { id: '01900000-0000-7000-8000-000000000001', name: 'Ada Sample', email: 'ada@mail.test' }
const entry = (more: Partial<AuditEntryView>): AuditEntryView => ({
  id: 1,
  at: '2026-11-21T12:00:00.000Z',
  action: 'accounts.signed-in',
  actor: ada,
  subject: { kind: 'user', id: ada.id, person: ada },
  ip: null,
  detail: {},
  ...more,
})

test.each([
  [entry({ detail: { by: 'password' } }), 'Ada Sample signed in (password)'],
  [
    entry({ action: 'accounts.role-changed', detail: { before: { role: null }, after: { role: 'employer' } } }),
    'Ada Sample changed the role of Ada Sample from none to employer',
  ],
  [
    entry({
      action: 'accounts.erased',
      subject: { kind: 'user', id: 'x', person: { id: 'x', name: null, email: null } },
      detail: { requestedBy: 'authority' },
    }),
    'Ada Sample erased a deleted or unnamed account with all personal data; requested by: a court or an authority',
  ],
  [entry({ action: 'accounts.sign-in-throttled', actor: null, subject: null }), 'Sign-ins were slowed down after too many tries'],
  [entry({ action: 'moderation.approve', subject: { kind: 'job', id: '7', person: null } }), 'Ada Sample approved job 7'],
  [entry({ action: 'news.made-up', subject: { kind: 'thing', id: '7', person: null } }), 'Ada Sample: made up (thing 7)'],
  [entry({ action: 'news.made-up', actor: null, subject: null }), 'Someone: made up'],
])('%# reads as a sentence', (given, expected) => {
  expect(auditSentenceText(given)).toBe(expected)
})

test('people and things with a page are linked', () => {
  expect(auditSentence(entry({ action: 'cv.opened', subject: { kind: 'setting', id: 'x', person: null } }))).toEqual([
    { text: 'Ada Sample', to: `/admin/users/${ada.id}` },
    { text: ' opened ' },
    { text: 'the setting x', to: '/admin/settings' },
  ])
})

test('every admin action has a sentence', () => {
  for (const action of userActions)
    expect(auditSentenceText(entry({ action }))).not.toContain(': ' + actionLabel(action).toLowerCase())
})

test('actions are grouped by prefix', () => {
  expect(groupActions(['accounts.erased', 'cv.opened', 'accounts.signed-in', 'news.made-up'])).toEqual([
    { group: 'accounts', label: 'Accounts', actions: ['accounts.erased', 'accounts.signed-in'] },
    { group: 'cv', label: 'CVs', actions: ['cv.opened'] },
    { group: 'news', label: 'News', actions: ['news.made-up'] },
  ])
})
