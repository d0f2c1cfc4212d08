import type { LightMyRequestResponse } from 'fastify'
import type { SiteSettings } from '#features/admin/contract.ts'
import type { PostingPolicies } from '#features/postings/model.ts'
import type { SignedIn } from './sign-in.ts'

const settingsUrl = '/api/admin/settings'

/** Sets the publishing policies as an administrator with the current version. */
export async function setPublishing(
  admin: SignedIn,
  policies: Pick<PostingPolicies, 'account' | 'public'>,
): Promise<LightMyRequestResponse> {
  const { publishing } = (await admin.get(settingsUrl)).json<SiteSettings>()
  return admin.put(`${settingsUrl}/publishing`, { ...policies, version: publishing.version })
}
