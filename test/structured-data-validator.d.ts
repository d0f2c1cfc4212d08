declare module '@adobe/structured-data-validator' {
  type Issue = { issueMessage: string; severity: 'ERROR' | 'WARNING'; fieldNames: string[] }
  type Extracted = { jsonld: Record<string, unknown>; microdata: object; rdfa: object }

  /** Checks a page's structured data against the rules of Google's rich results. */
  export default class Validator {
    validate(extracted: Extracted): Promise<Issue[]>
  }
}
