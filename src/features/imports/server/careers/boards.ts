import { boardNames } from '#features/imports/model.ts'
import { fieldError } from '#shared/errors.ts'
import { allowedEntry } from '../reading/http.ts'

/** Where a careers page lists its openings, from the address that people see. */

export type Page = {
  /** What is read. */
  url: string
  /** The only hosts that are asked. */
  hosts: readonly string[]
  /** What the address calls its owner. */
  words: string
  /** A moderator's word, or the owner's mail domain, connects the site with the organization. */
  isOwnSite: boolean
}

type Board = {
  /** Its captured part, or else the first part of the path, is the owner. */
  host: RegExp
  path?: RegExp
  /** Where an embedded board names its owner. */
  embedded?: string
  listOf: (owner: string, url: URL, parts: string[]) => string | undefined
}

const greenhouse = (owner: string) =>
  `https://boards-api.greenhouse.io/v1/boards/${owner}/jobs?content=true`
const lever = (owner: string, { hostname }: URL) =>
  `https://api.${hostname.includes('.eu.') ? 'eu.' : ''}lever.co/v0/postings/${owner}?mode=json`
const ashby = (owner: string) =>
  `https://api.ashbyhq.com/posting-api/job-board/${owner}?includeCompensation=true`
const workable = (owner: string) =>
  `https://apply.workable.com/api/v1/widget/accounts/${owner}?details=true`
const smartRecruiters = (owner: string) =>
  `https://api.smartrecruiters.com/v1/companies/${owner}/postings`

const publicPages: readonly [list: RegExp, page: string][] = [
  [/^https:\/\/boards-api\.(greenhouse\.io)\/v1\/boards\/([^/]+).*/, 'https://job-boards.$1/$2'],
  [/^https:\/\/api\.((?:eu\.)?lever\.co)\/v0\/postings\/([^/?]+).*/, 'https://jobs.$1/$2'],
  [/^https:\/\/api\.(ashbyhq\.com)\/posting-api\/job-board\/([^/?]+).*/, 'https://jobs.$1/$2'],
  [/^(https:\/\/apply\.workable\.com)\/api\/v1\/widget\/accounts\/([^/?]+).*/, '$1/$2/'],
  [/^https:\/\/api\.(smartrecruiters\.com)\/v1\/companies\/([^/]+).*/, 'https://careers.$1/$2'],
  [/^(https:\/\/[^/]+\.recruitee\.com\/)api\/.*/, '$1'],
  [/^(https:\/\/[^/]+\.bamboohr\.com\/careers)\/list$/, '$1'],
  [/^(https:\/\/[^/]+\.com\/)wday\/cxs\/[^/]+\/([^/]+)\/jobs$/, '$1$2'],
]

/** The page of a board that people see, from the address of its list; a feed is its own. */
export const publicPageOf = (list: string): string =>
  publicPages.reduce((address, [pattern, page]) => address.replace(pattern, page), list)

const language = /^[a-z]{2}(?:-[A-Za-z]{2})?$/

const boards: readonly Board[] = [
  { host: /^boards-api\.greenhouse\.io$/, path: /^\/v1\/boards\/([^/]+)/, listOf: greenhouse },
  {
    host: /^(?:job-)?boards(?:\.eu)?\.greenhouse\.io$/,
    embedded: 'for',
    listOf: greenhouse,
  },
  { host: /^api(?:\.eu)?\.lever\.co$/, path: /^\/v0\/postings\/([^/]+)/, listOf: lever },
  { host: /^jobs(?:\.eu)?\.lever\.co$/, listOf: lever },
  { host: /^api\.ashbyhq\.com$/, path: /^\/posting-api\/job-board\/([^/]+)/, listOf: ashby },
  { host: /^jobs\.ashbyhq\.com$/, listOf: ashby },
  {
    host: /^apply\.workable\.com$/,
    path: /^(?:\/api\/v1\/widget\/accounts)?\/([^/]+)/,
    listOf: workable,
  },
  { host: /^(?!www\.|apply\.)([a-z\d-]+)\.workable\.com$/, listOf: workable },
  {
    host: /^api\.smartrecruiters\.com$/,
    path: /^\/v1\/companies\/([^/]+)/,
    listOf: smartRecruiters,
  },
  { host: /^(?:careers|jobs)\.smartrecruiters\.com$/, listOf: smartRecruiters },
  {
    host: /^(?!www\.)([a-z\d-]+)\.recruitee\.com$/,
    listOf: (_, { hostname }) => `https://${hostname}/api/offers/`,
  },
  {
    host: /^(?!www\.)([a-z\d-]+)\.bamboohr\.com$/,
    listOf: (_, { hostname }) => `https://${hostname}/careers/list`,
  },
  {
    host: /^([a-z\d_-]+)\.wd\d+\.myworkdayjobs(?:-impl)?\.com$/i,
    listOf(owner, { hostname }, parts) {
      const site = parts[0] === 'wday' ? parts[3] : parts.find((part) => !language.test(part))
      return site && `https://${hostname}/wday/cxs/${owner}/${site}/jobs`
    },
  },
]

type Known = {
  /** That an administrator's word connects with the organization. */
  domains: readonly string[]
  /** That the operator named for everybody. */
  furtherHosts: readonly string[]
}

/** @throws {AppError} VALIDATION_FAILED for an address that nobody may connect. */
export function pageOf(address: string, { domains, furtherHosts }: Known): Page {
  const url = new URL(address)
  const parts = url.pathname.split('/').filter(Boolean)
  for (const { host, path, embedded, listOf } of boards) {
    const [isHost, inHost] = host.exec(url.hostname) ?? []
    if (isHost === undefined) continue
    const named = path ? path.exec(url.pathname)?.[1] : (inHost ?? parts[0])
    const owner = embedded && named === 'embed' ? url.searchParams.get(embedded) : named
    const list = owner && listOf(owner, url, parts)
    if (!list || !/^(?:[\w.-]|%20)+$/.test(owner)) break
    return {
      url: list,
      hosts: [new URL(list).hostname],
      words: wordsOf(owner),
      isOwnSite: false,
    }
  }
  url.hash = ''
  const ownDomain = domains.find(
    (domain) => url.hostname === domain || url.hostname.endsWith(`.${domain}`),
  )
  const hosts = ownDomain ? [ownDomain, `*.${ownDomain}`] : furtherHosts
  if (!isAllowed(url, hosts)) throw fieldError('url', refusalOf(url, domains))
  return { url: url.href, hosts, words: url.hostname, isOwnSite: ownDomain !== undefined }
}

function isAllowed(url: URL, hosts: readonly string[]) {
  try {
    allowedEntry(url, hosts)
    return true
  } catch {
    return false
  }
}

function refusalOf({ hostname }: URL, domains: readonly string[]) {
  const alternatives = domains.length > 0 ? `, or below ${domains.join(', ')}` : ''
  return (
    `We cannot read ${hostname}. Please give the address of your board at ${boardNames}${alternatives}. ` +
    'For a feed on your own site, ask us to confirm your domain first.'
  )
}

const wordsOf = (owner: string) => owner.replaceAll(/%20|[-_+]/g, ' ')
