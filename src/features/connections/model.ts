import type { KeyScope } from '#shared/contract.ts'

export const scopeLabels: Record<KeyScope, string> = {
  postings: 'Postings: post, read, change and close',
  applications: 'Applications: read, with messages and CVs',
}

export const maxKeys = 20

/** How a key begins, for programs that look for secrets in texts. */
export const keyPrefix = 'wck_'

export const maxHooks = 5
