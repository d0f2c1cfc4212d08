import { signInPath } from '#shared/paths.ts'

export const inboxTexts = {
  signIn: { title: 'Please log in', description: 'You need to be logged in to see your inquiries.', to: signInPath },
  denied: { title: 'Access denied', description: 'Only employers and recruiters have an inbox.', to: '/' },
}
