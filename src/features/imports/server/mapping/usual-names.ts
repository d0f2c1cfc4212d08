import { keysOf } from '#shared/keys.ts'

/**
 * The names of each field in feeds, tables and schema.org's JobPosting, without case, blanks and
 * signs; the likelier first. A name of two parts is an object's: 'locationcity' is `location.city`.
 */
const usualNames = {
  id: 'id shortcode jobid jobkey referencenumber reference refnumber jobref ref requisitionid requisitionnumber requisition reqid jobcode jobnumber identifiervalue identifier postingid guid uid externalid slug key',
  title:
    'title jobtitle jobopeningname positiontitle postingtitle positionname position jobname role opening vacancy headline name',
  employer:
    'company companyname employer employername hiringorganizationname hiringorganization organization organizationname facility facilityname hospital hospitalname practice practicename clinic clinicname healthsystem client clientname advertiser creator recruitername recruiter author',
  url: 'sharelink jobgooglelink url absoluteurl hostedurl externalurl positionuri jobopeningshareurl joburl link joblink detailurl pageurl postingurl canonicalurl metadatacanonicalurl weburl sourceurl website linkhref',
  applyUrl:
    'externalapplylink applyuri applyurl applylink applicationurl applicationlink applyonline apply applymethodurl applymethodemail applymethod',
  description:
    'descriptionhtml description descriptionexternal externaldescriptionstr jobdescription fulldescription positiondescription descriptiontext descriptionplain contentencoded body content text jobsummary positionsummary summary details overview shortdescriptionstr briefdescription',
  requirements:
    'requirements qualifications jobrequirements minimumqualifications requiredqualifications',
  benefits: 'benefits userareadetailsbenefits jobbenefits benefitssummary perks',
  profession: 'profession professions provider providertype',
  expires:
    'validthrough expirationdate expires expiresat expiredate expiry closingdate closedate applicationdeadline deadline enddate dateexpires expireat applicationclosedate expire unpostingdate postingenddate positionenddate postingexpirydate jobofferexpirationdatetimeutc',
  place:
    'locationtext fulllocation shortlocation categorieslocation categoriesalllocations location locationformatted formattedlocation joblocation citystate worklocation jobcitystate locationname locationstext primarylocation place locations',
  city: 'city jobcity loccity locationcity atslocationcity town joblocationaddressaddresslocality addresscity addressaddresslocality addresslocality addresspostaladdressaddresslocality',
  state:
    'state jobstate locstate locationstate atslocationstate stateprovince st stateabbreviation province joblocationaddressaddressregion addressstate addressaddressregion addressregion locationregion region statecode locationadmin1code addresspostaladdressaddressregion',
  zip: 'zip zipcode postalcode postcode jobzip jobpostalcode loczip locationzip locationpostalcode joblocationaddresspostalcode addresspostalcode',
  country:
    'country atslocationcountry countrycode jobcountry locationcountrycode locationcountry joblocationaddressaddresscountry addresscountry addresspostaladdressaddresscountry countrydescriptor jobrequisitionlocationcountrydescriptor',
  employmentType:
    'employmenttype employmenttypes employmenttypecode employmentstatuslabel detectedextensionsscheduletype jobemploymenttype categoriescommitment typeofemployment jobtype jobtypes positionschedule positiontype employmentstatus timetype worktype jobschedule schedule fulltimeparttime contracttime hours type status',
  contract: 'contracttype contract',
  pay: 'detectedextensionssalary salarydescriptionplain paytext salaryformatted salary salaryrange compensation compensationrange pay payrange jobbasepayrange salarytext salarysalarytext compensationtext salarydescription wage rate payrate remuneration basesalaryvaluevalue basesalaryvalue basesalary',
  payMin:
    'salarymin salaryminvalue salaryrangemin jobminsalary minsalary salaryminimum minimumsalary salaryfrom salarylow paymin minpay minamount compensationmin basesalaryminamount basesalaryvalueminvalue basesalaryminvalue',
  payMax:
    'salarymax salarymaxvalue salaryrangemax jobmaxsalary maxsalary salarymaximum maximumsalary salaryto salaryhigh paymax maxpay maxamount compensationmax basesalarymaxamount basesalaryvaluemaxvalue basesalarymaxvalue',
  payUnit:
    'salaryunit salaryperiod salaryinterval salaryrangeinterval salaryfrequency jobsalaryperiod compensationperiod payunit payperiod compensationunit payfrequency interval compensationinterval salaryrangeunit basesalarypaymentperiod basesalaryvalueunittext basesalaryunittext rateinterval',
  posted:
    'jobpostedatdatetimeutc detectedextensionspostedat postingdateparsed dateposted publicationstartdate releaseddate publishedon posteddate postedat postedon posted postingdate postdate publishedat datepublished publisheddate publicationdate pubdate published date opendate createdat created createdate positionstartdate',
  specialty:
    'specialty specialties speciality medicalspecialty primaryspecialty subspecialty discipline disciplines category categories jobcategory department departmentlabel occupationalcategory',
  closed: 'isexpired expired isclosed closed',
  remote:
    'isremote jobisremote detectedextensionsworkfromhome userareadetailsremoteindicator locationremote workplacetype remotetype locationtype telecommuting remote telecommute joblocationtype',
} as const

export type UsualField = keyof typeof usualNames
export const usualFields = keysOf(usualNames)
/** Of each name the fields that it may be, and how likely: 'reqid' is an id. */
export const fieldsOfName = Map.groupBy(
  usualFields.flatMap((field) =>
    usualNames[field].split(' ').map((name, rank) => ({ name, field, rank })),
  ),
  (entry) => entry.name,
)
