const letter = '0 0 612 792'

const lines = [
  'Curriculum vitae (sample)',
  'Board certified in internal medicine',
  'Residency: a university hospital in the Midwest',
  'Since then: outpatient and inpatient work in a group of nine',
]

/** A PDF of one page. */
export function sampleCv(name: string): Buffer {
  const text = (size: number, down: number, line: string) =>
    `/F1 ${size} Tf 0 -${down} Td (${line.replaceAll(/[()\\]/g, '')}) Tj`
  const page = `BT 72 760 Td ${[text(20, 0, name), ...lines.map((line) => text(11, 22, line))].join(' ')} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [${letter}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(
    `${file}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  )
}
