/** Postings may say 'www.example.org/jobs' or 'example.org': what has no scheme we know is taken as a web address. */
export const externalHref = (url: string): string => (/^(https?:\/\/|mailto:)/i.test(url) ? url : `https://${url}`)
