import { listOf, rowsOf } from './table.ts'

/** What physicians type in Spanish, without accents, before the phrase that means it in English. */
export const spanishWords = rowsOf(`
alergologo, alergologa, alergologia, inmunologia | allergy
anestesiologo, anestesiologa, anestesiologia, anestesia, anestesista | anesthesia
cardiologo, cardiologa, cardiologia | cardiology
medicina critica, cuidados intensivos, cuidado critico, intensivista | critical care
dermatologo, dermatologa, dermatologia | dermatology
medico de urgencias, medico de emergencias, medicina de emergencia, medicina de urgencias, emergenciologo, urgencias, emergencias | emergency medicine
endocrinologo, endocrinologa, endocrinologia | endocrinology
medico de familia, medica de familia, medico familiar, medicina familiar, medicina de familia, medico general, medicina general | family medicine
gastroenterologo, gastroenterologa, gastroenterologia | gastroenterology
cirujano general, cirujana general, cirugia general | general surgery
cirujano, cirujana, cirugia | surgery
geriatra, geriatria | geriatrics
hematologo, hematologa, hematologia | hematology
infectologo, infectologa, infectologia, enfermedades infecciosas | infectious disease
internista, medicina interna | internal medicine
nefrologo, nefrologa, nefrologia | nephrology
neurologo, neurologa, neurologia | neurology
neurocirujano, neurocirujana, neurocirugia | neurosurgery
ginecologo, ginecologa, ginecologia, obstetricia, obstetra, ginecologia y obstetricia, ginecoobstetra | obgyn
medicina ocupacional, medicina del trabajo | occupational medicine
oncologo, oncologa, oncologia | oncology
oftalmologo, oftalmologa, oftalmologia, oculista | ophthalmology
ortopeda, ortopedia, ortopedista, cirujano ortopedico, cirujano ortopedista, cirugia ortopedica, traumatologo, traumatologia | orthopedic surgery
otorrino, otorrinolaringologo, otorrinolaringologa, otorrinolaringologia | otolaryngology
medicina del dolor, clinica del dolor | pain medicine
patologo, patologa, patologia | pathology
pediatra, pediatras, pediatria | pediatrics
fisiatra, fisiatria, medicina fisica, medicina fisica y rehabilitacion, rehabilitacion | physiatry
cirujano plastico, cirujana plastica, cirugia plastica | plastic surgery
psiquiatra, psiquiatria | psychiatry
psiquiatra infantil, psiquiatria infantil | child psychiatry
neumologo, neumologa, neumologia, neumonologo | pulmonology
radiooncologo, radioterapia, oncologia radioterapica | radiation oncology
radiologo, radiologa, radiologia | radiology
reumatologo, reumatologa, reumatologia | rheumatology
medicina deportiva, medicina del deporte | sports medicine
cirujano de torax, cirujano toracico, cirugia toracica, cirujano cardiovascular, cirugia cardiovascular, cirujano cardiaco | cardiothoracic surgery
urologo, urologa, urologia | urology
cirujano vascular, cirugia vascular | vascular surgery
hospitalista | hospitalist
neonatologo, neonatologa, neonatologia | neonatology
atencion primaria, medico de cabecera, cuidado primario | primary care
cuidados paliativos | palliative care
geriatrico, asilo, asilos | nursing home
tiempo completo, jornada completa | full time
medio tiempo, tiempo parcial, media jornada | part time
contrato | contract
suplencia, suplencias | locums
telemedicina, telesalud | telehealth
a distancia, desde casa, trabajo remoto, remoto, teletrabajo | remote
noche, noches, de noche, turno de noche, nocturno, turnos nocturnos | nights
fines de semana, fin de semana | weekends
guardias, guardia | call
turno de dia, de dia, turnos de dia | days
horario flexible | flexible schedule
consulta externa, ambulatorio, ambulatoria | outpatient
hospitalizacion, hospitalario | inpatient
recien graduado, recien graduados, recien egresado, sin experiencia | new grad
visa j1, visado j1, exencion j1 | j1 waiver
visa h1b, visado h1b | h1b
patrocinio de visa, visado, visados, patrocinio | visa sponsorship
practica privada, consultorio privado | private practice
academico, academica, universitario | academic
sin fines de lucro | nonprofit
espanol, hispanohablante, habla espanol, bilingue | spanish
reembolso de prestamos, pago de prestamos | loan repayment
bono de firma, bono por firmar, bono de contratacion | sign on bonus
mudanza, gastos de mudanza, reubicacion | relocation
mejor pagado, mejor pagados, mejor pagada, mejor salario, mejor pago, mejores salarios, que pague mas, mejor sueldo | best paid
mas reciente, mas recientes, nuevos, recientes | newest
mas cercano, mas cerca | closest
esta semana | this week
este mes | this month
hoy | today
medico, medica, medicos, doctor, doctora, trabajo, trabajos, empleo, empleos, plaza, plazas, vacante, vacantes, busco, buscando, busco trabajo, quiero, necesito, puesto, oferta, ofertas, sueldo, salario, soy, ubicado, por favor, gracias | physician
nueva york | new york
nueva jersey | new jersey
nuevo mexico | new mexico
nuevo hampshire | new hampshire
carolina del norte | north carolina
carolina del sur | south carolina
dakota del norte | north dakota
dakota del sur | south dakota
virginia occidental | west virginia
tejas | texas
pensilvania | pennsylvania
luisiana | louisiana
misisipi | mississippi
misuri | missouri
hawai | hawaii
`).map((row) => {
  const [typed = '', english = ''] = row.split(' | ')
  return { typed, of: english }
})

/** They say nothing beside other words. */
export const spanishFunctionWords = listOf(
  'el, la, los, las, un, una, de, del, al, con, para, por, que, mi, en, y, o, u, e, como, es, estoy, cualquier, donde',
)
