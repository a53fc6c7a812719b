"""Which requests `verify_webhook` believes: the example of the Standard Webhooks libraries, and what is changed of it."""

from posthorn import WebhookError, verify_webhook

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = b'{"test": 2432232314}'
SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
SIGNED = {"Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "Webhook-Timestamp": "1614265330", "Webhook-Signature": SIGNATURE}
EVER = float("inf")


def believed(body: bytes = BODY, secret: str = SECRET, tolerance: float = EVER, **headers: str) -> bool:
    changed = {f"Webhook-{name}": value for name, value in headers.items()}
    try:
        return verify_webhook(body, SIGNED | changed, secret, tolerance) == "msg_p5jXN8AQM9LWM0D4loKWxJek"
    except WebhookError:
        return False


assert believed()
assert believed(Signature=f"v1a,xyz v1,AAAA {SIGNATURE}")
assert not believed(tolerance=300)
assert not believed(body=BODY + b" ")
assert not believed(secret="whsec_AAAA")
assert not believed(Id="another")
assert not believed(Timestamp="1614265331")
for signature in ["", "v1,", "v1", SIGNATURE[3:], SIGNATURE.replace("v1", "v2"), "v1,\u00e9"]:
    assert not believed(Signature=signature), signature
for timestamp in ["", "soon", "-1", "\u0661"]:
    assert not believed(Timestamp=timestamp), timestamp
for secret in ["", "whsec_", "whsec_!", SECRET[6:]]:
    try:
        believed(secret=secret)
    except ValueError:
        continue
    raise AssertionError(secret)
print("all as expected")
