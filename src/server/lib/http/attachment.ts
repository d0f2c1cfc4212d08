/**
 * The header that makes a browser save an answer under this name (RFC 6266): once in ASCII for old programs, once in full as
 * RFC 8187 encodes it. Whatever the name contains, it stays one.
 */
export function attachmentNamed(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^ -~]|["%\\]/g, '_')
  const full = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`
}
