export { heroFiguresSetting, previewLiveFigures, setHeroFigures } from './hero-figures.ts'
