/** Where applicants are sent: a web address, with or without its scheme, or a mail address behind 'mailto:'. */

const maxLink = 2000
const host = String.raw`(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]{1,62}`
const webLink = new RegExp(String.raw`^https?://${host}(?::\d{1,5})?(?:[/?#]\S*)?$`, 'iu')
const bareLink = new RegExp(String.raw`^${host}(?::\d{1,5})?(?:[/?#]\S*)?$`, 'iu')
const mailLink = new RegExp(String.raw`^mailto:[^\s@:/?#<>"]+@${host}(?:\?\S*)?$`, 'iu')

/** Nothing else passes: no 'javascript:', no 'data:', no user names before the host that make it look like another. */
export const isApplyLink = (text: string): boolean =>
  text.length <= maxLink && [webLink, bareLink, mailLink].some((pattern) => pattern.test(text))

/** The link as browsers follow it: a bare domain gets its scheme. */
export const normalizeApplyLink = (text: string): string => (/^(?:https?:\/\/|mailto:)/i.test(text) ? text : `https://${text}`)

export const isWebAddress = (text: string): boolean => text.length <= maxLink && webLink.test(text)
