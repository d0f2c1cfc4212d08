/** Every kind of caller: anonymous, each role, and an account without a role. */
export const everybody = [
  'anonymous',
  'physician',
  'employer',
  'recruiter',
  'moderator',
  'admin',
  'no-role',
] as const
export type Who = (typeof everybody)[number]

/** Who may make a call. Everybody else is refused: without a session by 401, with one by 403. */
export type AccessRow = {
  /** As the server registers it: 'PUT /api/favorites/:jobId'. */
  call: string
  allowed: readonly Who[]
  /** Values of the path's `:name` parts; default: an unknown UUID. */
  params?: Record<string, string>
  body?: unknown
  /** A session counts for nothing: everybody is refused as if nobody had signed in. */
  byKey?: true
}

export const signedIn = [
  'physician',
  'employer',
  'recruiter',
  'moderator',
  'admin',
  'no-role',
] as const satisfies readonly Who[]
