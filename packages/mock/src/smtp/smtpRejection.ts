export class SmtpRejection extends Error {
  override readonly name = "SmtpRejection";
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}
