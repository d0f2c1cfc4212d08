import type { BodyOf } from '#shared/contract.ts'
import { apiQuery, callApi } from '#web/lib/api.ts'
import type { ApiQuery } from '#web/lib/api.ts'
import type { GetSiteSettings, SetHeroFigures, SetPostingPeriods, SetPublishing } from '../contract-settings.ts'

const url = '/api/admin/settings'

/** Others change them, too: what is come back to is asked for anew. */
export const settingsQuery: ApiQuery<GetSiteSettings> = { ...apiQuery<GetSiteSettings>(url), staleTime: 5000 }

export const savePublishing = (body: BodyOf<SetPublishing>) =>
  callApi<SetPublishing>({ method: 'PUT', url: `${url}/publishing`, body })

export const savePeriods = (body: BodyOf<SetPostingPeriods>) =>
  callApi<SetPostingPeriods>({ method: 'PUT', url: `${url}/periods`, body })

export const saveHeroFigures = (body: BodyOf<SetHeroFigures>) =>
  callApi<SetHeroFigures>({ method: 'PUT', url: `${url}/hero-figures`, body })
