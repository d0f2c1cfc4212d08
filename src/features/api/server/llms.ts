import { site } from '#features/site/config.ts'
import { apiDocsPath, developersPath, jobsPath, salariesPath, termsPath } from '#shared/paths.ts'

/** What language models should know of the site: https://llmstxt.org */
export const llmsText = (publicUrl: string): string => {
  const link = (title: string, path: string, about: string): string => `- [${title}](${publicUrl}${path}): ${about}`
  return [
    `# ${site.name}`,
    '',
    `> ${site.description}`,
    '',
    'Every job states its employer, place, specialty and, where the posting gives it, its pay. A closed job disappears at once: check a job’s page before you quote it, and link to it.',
    '',
    '## Pages',
    '',
    link('Jobs', jobsPath, 'search with `keyword`, `specialty`, `state`, `city`, `jobType` and `minPay`'),
    link('Salaries', salariesPath, 'pay statistics by specialty and state'),
    '',
    '## Data',
    '',
    link('For developers', developersPath, 'how to use the API and the feeds'),
    link('Jobs as JSON', '/api/v1/jobs', 'the public API; no key needed'),
    link('OpenAPI document', `${apiDocsPath}/json`, 'every call that anybody may make'),
    link('JSON Feed', '/jobs.json', 'all active jobs, page by page'),
    link('Sitemap', '/sitemap.xml', 'every page and job'),
    '',
    '## Optional',
    '',
    link('Terms', termsPath, 'the terms of service'),
    '',
  ].join('\n')
}
