import JSONCodec
import PushMessages

/// The messages that the platform passes to push services, as its documentation prints them: placeholders for numbers
/// are replaced by numbers. Those that the documentation prints with placeholders are the samples of the command `push`.
enum ProviderMessages {
  static let hmsAndroid = #"""
    {
      "message": {
        "android": {
          "notification": {
            "badges": {
              "set_num": 2
            },
            "body": "Dear user, we offer you our new product, productName!",
            "click_action": {
              "intent": "#Intent;compo=com.example/app2;S.W=U;end",
              "type": 1
            },
            "color": "#cdc167",
            "icon": "https://i.postimg.cc/2yVZyQMn/demo-Push-Icon.jpg",
            "importance": "NORMAL",
            "light_settings": {
              "color": {
                "alpha": 1,
                "blue": 0.70980394,
                "green": 0.78039217,
                "red": 0.5686275
              },
              "light_off_duration": "1.5s",
              "light_on_duration": "1.5s"
            },
            "sound": "tadaam.ogg",
            "title": "Title of push message"
          },
          "params": {
            "hub_link": "{\"open\": \"URLOpenEvent\", \"ack\": \"URLDelivEvent\"}",
            "launch_id": "2_6j_4LxYQQ8VECT",
            "uid": "w4LxYQQsznE1_2_6j_i_o___4.2Pzr5NNonCwUWQwvJ_4u71jH"
          },
          "ttl": "604800s"
        },
        "token": [
          "SubscriptionID"
        ]
      }
    }
    """#

  static let hmsIOS = #"""
    {
      "message": {
        "apns": {
          "headers": {
            "apns-expiration": "3600"
          },
          "hms_options": {
            "target_user_type": 1
          },
          "payload": {
            "apple": "red",
            "aps": {
              "alert": {
                "body": "Dear user, we offer you our new product, productName!",
                "subtitle": "sub title",
                "title": "Title of push message"
              },
              "badge": 0,
              "mutable_content": 1,
              "sound": "default"
            },
            "click-url": "",
            "hub_link": "{\"open\": \"URLOpenEvent\", \"ack\": \"URLDelivEvent\"}",
            "launch_id": "2_6j_4LxYKovmDvu",
            "mediaUrl": "https://i.postimg.cc/2yVZyQMn/demo-Push-Icon.jpg",
            "uid": "w4LxYKq9nBMc_2_6j_i_o___4.2Pzr5NNonCwUWQwvJ_aDfVX"
          }
        },
        "token": [
          "SubscriptionID"
        ]
      }
    }
    """#
}

extension ProviderMessages {
  static let cases: [PushParsingTests.Case] = [
    .init(
      "Firebase (legacy) for Android", text(.fcmLegacyAndroid),
      [
        "isAltcraft": true, "structure": "fcmLegacyAndroid", "uid": "UID", "launchId": "LaunchID",
        "title": "Title", "body": "Body", "media": "Image", "icon": "Icon", "clickUrl": "ClickURL",
        "sound": "Sound", "hubLink": hubLink,
        "contentAvailable": true, "color": "ImageBackgroundColor",
      ]),
    .init(
      "Firebase (v1) for Android", text(.fcmV1Android),
      [
        "isAltcraft": true, "structure": "fcmV1Android", "uid": "UID", "launchId": "LaunchID",
        "title": "Title", "body": "Body", "media": "Image", "icon": "Icon", "clickUrl": "ClickURL",
        "badge": 3, "sound": "Sound", "hubLink": hubLink,
        "color": "ImageBackgroundColor",
      ]),
    .init(
      "Firebase (legacy) for iOS", text(.fcmLegacyIOS),
      [
        "isAltcraft": true, "structure": "fcmLegacyIOS", "uid": "UID", "launchId": "LaunchID",
        "title": "Title", "body": "Body", "media": "Media", "icon": "Icon", "clickUrl": "ClickURL",
        "sound": "Sound", "hubLink": hubLink,
        "contentAvailable": true, "color": "ImageBackgroundColor",
      ]),
    .init(
      "Firebase (v1) for iOS", text(.fcmV1IOS),
      [
        "isAltcraft": true, "structure": "fcmV1IOS", "uid": "UID", "launchId": "LaunchID",
        "title": "Title", "subtitle": "SubTitle", "body": "Body", "media": "Media", "icon": "Icon",
        "clickUrl": "ClickURL", "badge": 3, "sound": "Sound", "hubLink": hubLink,
      ]),
    .init(
      "APNs", text(.apns),
      [
        "isAltcraft": true, "structure": "apns", "title": "Title", "subtitle": "SubTitle",
        "body": "Body", "media": "Media", "icon": "Icon", "clickUrl": "ClickURL", "badge": 3,
        "sound": "Sound", "hubLink": hubLink,
      ]),
    .init(
      "AppMetrica for iOS", text(.appMetricaIOS),
      [
        "isAltcraft": true, "structure": "appMetricaIOS", "title": "Title", "body": "Body",
        "media": "Media", "icon": "Icon", "clickUrl": "URL", "badge": 3, "hubLink": hubLink,
        "silent": true, "deeplink": "Deeplink",
      ]),
    .init(
      "AppMetrica for Android", text(.appMetricaAndroid),
      [
        "isAltcraft": true, "structure": "appMetricaAndroid", "title": "Title", "body": "Body",
        "media": "Banner", "icon": "Icon", "clickUrl": "URL", "hubLink": hubLink,
        "silent": true, "deeplink": "Deeplink", "color": "IconBackground",
      ]),
    .init(
      "HMS for Android", hmsAndroid,
      [
        "isAltcraft": true, "structure": "hmsAndroid",
        "uid": "w4LxYQQsznE1_2_6j_i_o___4.2Pzr5NNonCwUWQwvJ_4u71jH",
        "launchId": "2_6j_4LxYQQ8VECT", "title": "Title of push message",
        "body": "Dear user, we offer you our new product, productName!",
        "icon": "https://i.postimg.cc/2yVZyQMn/demo-Push-Icon.jpg", "badge": 2,
        "sound": "tadaam.ogg", "hubLink": hubLink,
        "importance": "NORMAL", "color": "#cdc167",
        "intent": "#Intent;compo=com.example/app2;S.W=U;end",
      ]),
    .init(
      "HMS for iOS", hmsIOS,
      [
        "isAltcraft": true, "structure": "hmsIOS",
        "uid": "w4LxYKq9nBMc_2_6j_i_o___4.2Pzr5NNonCwUWQwvJ_aDfVX",
        "launchId": "2_6j_4LxYKovmDvu", "title": "Title of push message", "subtitle": "sub title",
        "body": "Dear user, we offer you our new product, productName!",
        "icon": "https://i.postimg.cc/2yVZyQMn/demo-Push-Icon.jpg", "badge": 0,
        "sound": "default", "hubLink": hubLink, "extra": ["apple": "red"],
      ]),
    .init(
      "RuStore", text(.ruStore),
      [
        "isAltcraft": true, "structure": "ruStore", "uid": "UID", "launchId": "LaunchID",
        "title": "Title", "body": "Body", "media": "Image", "icon": "Icon", "clickUrl": "ClickURL",
        "badge": 3, "sound": "Sound", "hubLink": hubLink,
        "color": "ImageBackgroundColor", "channelId": "ChannelID",
      ]),
  ]

  private static func text(_ structure: PushStructureName) -> String {
    PushSample(structure).sent.text
  }

  private static let hubLink: JSON = ["open": "URLOpenEvent", "ack": "URLDelivEvent"]
}
