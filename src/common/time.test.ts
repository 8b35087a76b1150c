import { daysBetween, dayText, isAfter, isBefore, isDay } from './time';

const taipei = (day: string, time = '00:00') => Date.parse(`${day}T${time}:00+08:00`);
const utc = (day: string, time = '00:00') => Date.parse(`${day}T${time}:00Z`);

describe('a day', () => {
  it('is the same, in whichever time zone its midnight is stored', () => {
    expect(dayText(taipei('2016-02-01'))).toBe('2016-02-01');
    expect(dayText(utc('2016-02-01'))).toBe('2016-02-01');
    expect(dayText(Date.parse('2016-02-01T00:00:00-05:00'))).toBe('2016-02-01');
    expect(dayText(utc('1948-05-08'))).toBe('1948-05-08');
  });

  it('is before a start or after an end only as a whole', () => {
    expect(isBefore(taipei('2016-01-31'), taipei('2016-02-01'))).toBe(true);
    expect(isBefore(taipei('2016-02-01'), utc('2016-02-01'))).toBe(false);
    expect(isBefore(utc('2016-02-01'), taipei('2016-02-01'))).toBe(false);
    expect(isAfter(taipei('2020-02-01'), taipei('2020-01-31'))).toBe(true);
    expect(isAfter(utc('2020-02-01'), taipei('2020-01-31'))).toBe(true);
    expect(isAfter(utc('2020-01-31'), taipei('2020-01-31'))).toBe(false);
  });

  it('lasts until late in the evening', () => {
    expect(isAfter(taipei('2020-01-31', '23:30'), taipei('2020-01-31'))).toBe(false);
    expect(isAfter(utc('2020-01-31', '23:30'), utc('2020-01-31'))).toBe(false);
  });

  it('has no time of day', () => {
    expect([utc('2016-02-01'), taipei('2016-02-01'), utc('1948-05-08')].map(isDay)).toEqual([true, true, true]);
    expect([utc('2016-02-01', '04:00'), taipei('2016-02-01', '09:30')].map(isDay)).toEqual([false, false]);
  });

  it('counts from midnight to midnight', () => {
    expect(daysBetween(taipei('2018-05-25'), utc('2018-03-06'))).toBe(80);
  });
});
