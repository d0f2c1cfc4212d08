import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, fit for cookies and addresses. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What is stored of a secret that is random already: who reads the database cannot use it. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()
