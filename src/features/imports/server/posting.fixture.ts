/** An item of LinkedIn's shape about a job of its own. */
export function posting(number: number, change: Record<string, unknown> = {}) {
  return {
    id: `${1_000_000 + number}`,
    jobUrl: `https://boards.example.org/jobs/view/${1_000_000 + number}`,
    title: `Cardiologist, team ${number}`,
    companyName: 'Larkfield Heart Group',
    location: 'Austin, TX',
    contractType: 'Full-time',
    salary: '$400,000.00/yr - $450,000.00/yr',
    publishedAt: '2026-11-18',
    applyUrl: `https://larkfield.example.org/apply/${number}`,
    description: `<p>A physician for team ${number}.</p><ul><li>Board certified</li></ul>`,
    ...change,
  }
}

export const postings = (count: number, from = 0) => Array.from({ length: count }, (_, number) => posting(from + number))
