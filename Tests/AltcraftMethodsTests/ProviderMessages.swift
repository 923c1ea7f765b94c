import JSONCodec

/// The messages that the platform passes to push services, as its documentation prints them: placeholders for numbers
/// are replaced by numbers.
enum ProviderMessages {
  static let fcmLegacyAndroid = #"""
    {
      "to": "SubscriptionID",
      "priority": "Priority",
      "time_to_live": 86400,
      "content_available": true,
      "mutable_content": true,
      "data": {
        "uid": "UID",
        "message": "Body",
        "mediaUrl": "Icon",
        "image": "Image",
        "launch_id": "LaunchID",
        "hub_link": {
          "open": "URLOpenEvent",
          "ack": "URLDelivEvent"
        }
      },
      "notification": {
        "title": "Title",
        "body": "Body",
        "icon": "Icon",
        "color": "ImageBackgroundColor",
        "click_action": "ClickURL",
        "sound": "Sound"
      }
    }
    """#

  static let fcmV1Android = #"""
    {
      "message": {
        "token": "SubscriptionID",
        "android": {
          "priority": "Priority",
          "ttl": "3600s",
          "data": {
            "uid": "UID",
            "launch_id": "LaunchID",
            "hub_link": "{\"open\": \"URLOpenEvent\", \"ack\": \"URLDelivEvent\"}"
          },
          "notification": {
            "title": "Title",
            "body": "Body",
            "icon": "Icon",
            "click_action": "ClickURL",
            "sound": "Sound",
            "color": "ImageBackgroundColor",
            "light_settings": {
              "color": {
                "red": 1,
                "green": 1,
                "blue": 1,
                "alpha": 1
              },
              "light_on_duration": "LEDOnDuration",
              "light_off_duration": "LEDOffDuration"
            },
            "image": "Image",
            "default_vibrate_timings": true,
            "notification_count": 3
          }
        }
      }
    }
    """#

  static let fcmLegacyIOS = #"""
    {
      "to": "SubscriptionID",
      "priority": "Priority",
      "time_to_live": 86400,
      "content_available": true,
      "mutable_content": true,
      "data": {
        "uid": "UID",
        "message": "Body",
        "mediaUrl": "Icon",
        "media": "Media",
        "launch_id": "LaunchID",
        "hub_link": {
          "open": "URLOpenEvent",
          "ack": "URLDelivEvent"
        }
      },
      "notification": {
        "title": "Title",
        "body": "Body",
        "icon": "Icon",
        "color": "ImageBackgroundColor",
        "click_action": "ClickURL",
        "sound": "Sound"
      }
    }
    """#

  static let fcmV1IOS = #"""
    {
      "message": {
        "token": "SubscriptionID",
        "apns": {
          "headers": {
            "apns-expiration": "TTL"
          },
          "payload": {
            "aps": {
              "badge": 3,
              "sound": "Sound",
              "mutable_content": 1,
              "alert": {
                "title": "Title",
                "subtitle": "SubTitle",
                "body": "Body"
              }
            },
            "click-url": "ClickURL",
            "uid": "UID",
            "launch_id": "LaunchID",
            "hub_link": "{\"open\": \"URLOpenEvent\", \"ack\": \"URLDelivEvent\"}",
            "media": "Media",
            "mediaUrl": "Icon"
          },
          "fcm_options": {
            "image": "Media"
          }
        }
      }
    }
    """#

  static let apns = #"""
    {
      "aps": {
        "badge": 3,
        "sound": "Sound",
        "mutable_content": 1,
        "alert": {
          "title": "Title",
          "subtitle": "SubTitle",
          "body": "Body"
        }
      },
      "click-url": "ClickURL",
      "icon": "Icon",
      "media": "Media",
      "hub_link": {
        "open": "URLOpenEvent",
        "ack": "URLDelivEvent"
      }
    }
    """#

  static let appMetricaIOS = #"""
    {
      "push_batch_request": {
        "group_id": 97737,
        "tag": "tag",
        "batch": [
          {
            "messages": {
              "iOS": {
                "silent": true,
                "content": {
                  "title": "Title",
                  "text": "Body",
                  "badge": 3,
                  "expiration": 0,
                  "data": "{\"hub_link\":{\"ack\":\"URLDelivEvent\",\"open\":\"URLOpenEvent\"},\"icon\":\"Icon\",\"media\":\"Media\"}"
                },
                "open_action": {
                  "url": "URL",
                  "deeplink": "Deeplink"
                }
              }
            },
            "devices": [
              {
                "id_values": [
                  "SubscriptionID"
                ],
                "id_type": "ios_push_token"
              }
            ]
          }
        ]
      }
    }
    """#

  static let appMetricaAndroid = #"""
    {
      "push_batch_request": {
        "group_id": 97737,
        "tag": "tag",
        "batch": [
          {
            "messages": {
              "android": {
                "silent": true,
                "content": {
                  "title": "Title",
                  "text": "Body",
                  "time_to_live": 0,
                  "image": "Icon",
                  "icon_background": "IconBackground",
                  "banner": "Banner",
                  "led_color": "LEDColor",
                  "data": "{\"hub_link\":{\"ack\":\"URLDelivEvent\",\"open\":\"URLOpenEvent\"}}"
                },
                "open_action": {
                  "url": "URL",
                  "deeplink": "Deeplink"
                }
              }
            },
            "devices": [
              {
                "id_values": [
                  "SubscriptionID"
                ],
                "id_type": "google_aid"
              }
            ]
          }
        ]
      }
    }
    """#

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

  static let ruStore = #"""
    {
      "validate_only": false,
      "message": {
        "token": "SubscriptionID",
        "data": {
          "uid": "UID",
          "message": "Body",
          "mediaUrl": "Icon",
          "image": "Image",
          "launch_id": "LaunchID",
          "hub_link": "{\"open\": \"URLOpenEvent\", \"ack\": \"URLDelivEvent\"}"
        },
        "android": {
          "priority": "Priority",
          "notification": {
            "title": "Title",
            "body": "Body",
            "icon": "Icon",
            "color": "ImageBackgroundColor",
            "image": "Image",
            "click_action": "ClickURL",
            "sound": "Sound",
            "channel_id": "ChannelID",
            "light_settings": {
              "color": {
                "red": 1,
                "green": 1,
                "blue": 1,
                "alpha": 1
              },
              "light_on_duration": "LEDOnDuration",
              "light_off_duration": "LEDOffDuration"
            },
            "notification_count": 3
          },
          "ttl": 3600
        }
      }
    }
    """#
}

extension ProviderMessages {
  static let cases: [PushParsingTests.Case] = [
    .init(
      "Firebase (legacy) for Android", fcmLegacyAndroid,
      [
        "isAltcraft": true, "structure": "fcmLegacyAndroid", "uid": "UID", "launchId": "LaunchID",
        "title": "Title", "body": "Body", "media": "Image", "icon": "Icon", "clickUrl": "ClickURL",
        "sound": "Sound", "hubLink": hubLink,
        "contentAvailable": true, "color": "ImageBackgroundColor",
      ]),
    .init(
      "Firebase (v1) for Android", fcmV1Android,
      [
        "isAltcraft": true, "structure": "fcmV1Android", "uid": "UID", "launchId": "LaunchID",
        "title": "Title", "body": "Body", "media": "Image", "icon": "Icon", "clickUrl": "ClickURL",
        "badge": 3, "sound": "Sound", "hubLink": hubLink,
        "color": "ImageBackgroundColor",
      ]),
    .init(
      "Firebase (legacy) for iOS", fcmLegacyIOS,
      [
        "isAltcraft": true, "structure": "fcmLegacyIOS", "uid": "UID", "launchId": "LaunchID",
        "title": "Title", "body": "Body", "media": "Media", "icon": "Icon", "clickUrl": "ClickURL",
        "sound": "Sound", "hubLink": hubLink,
        "contentAvailable": true, "color": "ImageBackgroundColor",
      ]),
    .init(
      "Firebase (v1) for iOS", fcmV1IOS,
      [
        "isAltcraft": true, "structure": "fcmV1IOS", "uid": "UID", "launchId": "LaunchID",
        "title": "Title", "subtitle": "SubTitle", "body": "Body", "media": "Media", "icon": "Icon",
        "clickUrl": "ClickURL", "badge": 3, "sound": "Sound", "hubLink": hubLink,
      ]),
    .init(
      "APNs", apns,
      [
        "isAltcraft": true, "structure": "apns", "title": "Title", "subtitle": "SubTitle",
        "body": "Body", "media": "Media", "icon": "Icon", "clickUrl": "ClickURL", "badge": 3,
        "sound": "Sound", "hubLink": hubLink,
      ]),
    .init(
      "AppMetrica for iOS", appMetricaIOS,
      [
        "isAltcraft": true, "structure": "appMetricaIOS", "title": "Title", "body": "Body",
        "media": "Media", "icon": "Icon", "clickUrl": "URL", "badge": 3, "hubLink": hubLink,
        "silent": true, "deeplink": "Deeplink",
      ]),
    .init(
      "AppMetrica for Android", appMetricaAndroid,
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
      "RuStore", ruStore,
      [
        "isAltcraft": true, "structure": "ruStore", "uid": "UID", "launchId": "LaunchID",
        "title": "Title", "body": "Body", "media": "Image", "icon": "Icon", "clickUrl": "ClickURL",
        "badge": 3, "sound": "Sound", "hubLink": hubLink,
        "color": "ImageBackgroundColor", "channelId": "ChannelID",
      ]),
  ]

  private static let hubLink: JSON = ["open": "URLOpenEvent", "ack": "URLDelivEvent"]
}
