/** Everybody there is: nobody signed in, each role, and somebody who has not chosen one yet. */
export const everybody = ['anonymous', 'physician', 'employer', 'recruiter', 'admin', 'no-role'] as const
export type Who = (typeof everybody)[number]

/** Who may make a call. Everybody else must be refused: without a session with 401, with one with 403. */
export type AccessRow = {
  /** As the server registers it: 'PUT /api/favorites/:jobId'. */
  call: string
  allowed: readonly Who[]
  /** For the path's `:name` parts; a UUID that nobody has stands in for what is left out. */
  params?: Record<string, string>
  body?: unknown
}

export const signedIn = ['physician', 'employer', 'recruiter', 'admin', 'no-role'] as const satisfies readonly Who[]
