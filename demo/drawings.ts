/** Pictures of places that do not exist, drawn for the pages of the sample organizations. */

const [width, height, ground] = [1280, 853, 700]

type Building = { left: number; floors: number; columns: number; wall: string }
type Colors = { sky: [top: string, bottom: string]; hill: string; lawn: string; window: string }

const day: Colors = {
  sky: ['#9cc6d8', '#eef4f1'],
  hill: '#8fb09a',
  lawn: '#5d8a63',
  window: '#cfe3ea',
}
const dusk: Colors = {
  sky: ['#27435e', '#d99b72'],
  hill: '#3d5560',
  lawn: '#2f4a43',
  window: '#ffdf9a',
}

const rect = (x: number, y: number, w: number, h: number, fill: string): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}"/>`

const [floor, column] = [74, 62]

function building({ left, floors, columns, wall }: Building, window: string): string {
  const [top, wide] = [ground - floors * floor - 24, columns * column + 24]
  const windows = Array.from({ length: floors * columns }, (_, index) => {
    const [row, place] = [Math.floor(index / columns), index % columns]
    // Some windows are dark, always the same ones.
    const shade = (index * 7 + floors) % 5 === 0 ? '#48606b' : window
    return rect(left + 26 + place * column, top + 28 + row * floor, 36, 44, shade)
  })
  const roof = rect(left - 8, top - 12, wide + 16, 12, '#48606b')
  return rect(left, top, wide, ground - top, wall) + roof + windows.join('')
}

const tree = (x: number, size: number): string =>
  rect(x - 5, ground - size / 2, 10, size / 2 + 20, '#6b5440') +
  `<ellipse cx="${x}" cy="${ground - size}" rx="${size * 0.55}" ry="${size * 0.75}" fill="#41704c"/>`

const drawing = ({ sky: [top, bottom], hill, lawn, window }: Colors, ...all: Building[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
  `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>` +
  rect(0, 0, width, height, 'url(#sky)') +
  `<path d="M0 610Q320 470 640 590T1280 540V853H0Z" fill="${hill}"/>` +
  all.map((one) => building(one, window)).join('') +
  rect(0, ground, width, height - ground, lawn) +
  `<path d="M560 853Q610 760 620 700h50q10 60 90 153z" fill="#d8d2c4"/>` +
  [70, 160, 1130, 1225].map((x, index) => tree(x, 90 + (index % 2) * 40)).join('') +
  '</svg>'

export const drawings: Record<string, readonly { alt: string; svg: string }[]> = {
  system: [
    {
      alt: 'A drawing of an invented hospital: three wings above a lawn',
      svg: drawing(
        day,
        { left: 230, floors: 4, columns: 5, wall: '#e7dfd0' },
        { left: 800, floors: 3, columns: 4, wall: '#e7dfd0' },
        { left: 480, floors: 6, columns: 5, wall: '#f4efe4' },
      ),
    },
    {
      alt: 'A drawing of the same invented hospital at dusk, with lights in its windows',
      svg: drawing(
        dusk,
        { left: 200, floors: 3, columns: 6, wall: '#6f7f86' },
        { left: 560, floors: 5, columns: 7, wall: '#84939a' },
      ),
    },
  ],
  clinic: [
    {
      alt: 'A drawing of an invented clinic: two floors of brick between trees',
      svg: drawing(day, { left: 310, floors: 2, columns: 10, wall: '#b8745a' }),
    },
  ],
}
